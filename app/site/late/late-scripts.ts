const PRELOADS = /(?:<link rel="modulepreload"[^>]*>)+/;
const MODULE = /<script type="module"[^>]*>[\s\S]*?<\/script>/;

/**
 * Takes the framework's module scripts, and the preloads that hurry them, out of a page's first paint: they stand in
 * templates, where the browser leaves them alone, until the start script (`start-script.ts`) puts them in their place. What
 * React finds when it arrives is the document it rendered. Data scripts stay: they run while the page is parsed.
 */
export function withLateScripts(html: string): string {
  const inTemplate = (part: string) => `<template data-late="">${part}</template>`;
  return html.replace(PRELOADS, inTemplate).replace(MODULE, inTemplate);
}
