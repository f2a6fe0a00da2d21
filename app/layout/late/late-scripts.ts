import { speculationRules } from "./speculation-rules.ts";

const PRELOADS = /(?:<link rel="modulepreload"[^>]*>)+/;
const MODULE = /<script type="module"[^>]*>[\s\S]*?<\/script>/;
const MANIFEST = /<link rel="manifest"[^>]*>/;

/** A drawing that only refers to a file: decoration, which the browser would fetch beside the font. */
const DRAWINGS = /<svg\b[^>]*><use href="\/[^"]*"><\/use><\/svg>/g;

/** A picture further down, with its blurred miniature: a browser fetches those near the first screen beside what that screen shows. */
const PICTURES =
  /(?:<img src="data:[^>]*>)?<img(?=[^>]*loading="lazy")[^>]*width="(?<width>\d+)" height="(?<height>\d+)"[^>]*>/g;

const template = (part: string): string => `<template data-late="">${part}</template>`;

/** Without scripts the drawing stands there, with them its text waits. */
const noscript = (part: string): string => `<noscript data-late="">${part}</noscript>`;

/** The place of a picture: a drawing of its size with nothing in it, which goes when the picture comes. */
const held = (picture: string, width: string, height: string): string =>
  `<svg viewBox="0 0 ${width} ${height}" data-hold=""></svg>${noscript(picture)}`;

interface LateOptions {
  /** Whether the page carries the rules of what is fetched ahead. */
  rules?: boolean;
}

/**
 * Takes out of a page's first paint what it does without: the framework's module scripts and the preloads that hurry them,
 * the manifest, the rules of what is fetched ahead, decorative drawings and pictures further down. They stand
 * where the browser leaves them alone until the start script (`start-script.ts`) puts them in their place. What React finds
 * when it arrives is the document it rendered (the rules follow all that, where it leaves strangers alone). Data scripts
 * stay: they run while the page is parsed.
 */
export function withLateScripts(html: string, { rules = false }: LateOptions = {}): string {
  const late = html
    .replace(PRELOADS, template)
    .replace(MODULE, template)
    .replace(MANIFEST, template)
    .replace(PICTURES, held)
    .replace(DRAWINGS, noscript);
  if (!rules) return late;
  const script = template(`<script type="speculationrules">${speculationRules}</script>`);
  return late.replace("</body>", () => `${script}</body>`);
}
