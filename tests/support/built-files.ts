import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

// The scripts of the built site, and which page asks for which.

const assets = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { path?: string; parentId?: string; module: string; imports?: string[] }>;
}

/** The names of all built files. */
export const builtFiles = readdirSync(assets);

export const readBuilt = (name: string) => readFileSync(assets + name, "utf8");

const MANIFEST = /^manifest-.*\.js$/;

function readManifest(): Manifest {
  const [, json] =
    builtFiles
      .filter((name) => MANIFEST.test(name))
      .map((name) => /^window\.__remixManifest=(.*?);?\s*$/s.exec(readBuilt(name)))
      .find((match) => match !== null) ?? [];
  return JSON.parse(json ?? "") as Manifest;
}

const { entry, routes } = readManifest();

/** The scripts that hold code; that of a route without a page, such as a file, is empty. */
export const scripts = builtFiles.filter(
  (name) => name.endsWith(".js") && !MANIFEST.test(name) && readBuilt(name).trim() !== "",
);

/** The routes of pages, by id: their paths. A pathless layout is none, nor is a route whose code is empty. */
export const pageRoutes = new Map(
  Object.keys(routes).flatMap((id): [string, string][] => {
    const path = lineage(id)
      .flatMap((part) => routes[part]?.path || [])
      .toReversed();
    const isLayout = Object.values(routes).some(({ parentId }) => parentId === id) && path.length === 0;
    const [own = ""] = filesOf(id);
    return isLayout || !scripts.includes(own) ? [] : [[id, `/${path.join("/")}`]];
  }),
);

function lineage(id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent === undefined ? [id] : [id, ...lineage(parent)];
}

function filesOf(id: string): string[] {
  const route = routes[id];
  return [route?.module ?? "", ...(route?.imports ?? [])].map(nameOf);
}

function nameOf(url: string): string {
  return url.replace(/^\/assets\//, "");
}

/** Every script that the first visit of a route asks for before anybody does anything there. */
export function loadedWith(route: string): Set<string> {
  return new Set([...[entry.module, ...entry.imports].map(nameOf), ...lineage(route).flatMap(filesOf)]);
}

/**
 * Names of files that nobody asks for before they do something on a page: a new one needs a case in missing-files.spec.ts. Those of
 * Google are asked for in its own window alone.
 */
export const LATE_FILES = [
  "admin-table",
  "card-form",
  "choice",
  "footer-reply",
  "form-section",
  "google-return",
  "google-start",
  "index",
  "part",
  "phone-abroad",
  "preview-bar",
  "preview-overlay",
  "signature-canvas",
  "toast-region",
];
