import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

// Builds the package as it is published into packages/lakelet/dist: JavaScript and types, because Node runs no TypeScript below
// node_modules. Here and in the site the source runs as it is.
const lake = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const built = (path) => path.replace(/\.ts$/, ".js");

rmSync(lake("dist"), { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compile = (...options) =>
  execFileSync(process.execPath, [tsc, "-p", lake("tsconfig.package.json"), ...options], {
    stdio: "inherit",
  });
// Comments are in the types, which editors show. Twice would be a seventh of the package.
compile("--emitDeclarationOnly");
compile("--declaration", "false", "--removeComments");

const {
  private: _private,
  devDependencies: _devDependencies,
  scripts: _scripts,
  ...manifest
} = JSON.parse(readFileSync(lake("package.json"), "utf8"));
manifest.bin = { lakelet: built(manifest.bin.lakelet) };
manifest.exports = Object.fromEntries(
  Object.entries(manifest.exports).map(([name, source]) => [
    name,
    { types: source.replace(/\.ts$/, ".d.ts"), default: built(source) },
  ]),
);

/** The types that users can reach from the exports, as paths in `dist`. The others would be a sixth of the package. */
const reached = new Set();
function reach(path) {
  if (reached.has(path)) return;
  reached.add(path);
  const text = readFileSync(lake(`dist/${path}`), "utf8");
  for (const [, to] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.[tj]s"/g))
    reach(posix.join(posix.dirname(path), `${to}.d.ts`));
}
for (const { types } of Object.values(manifest.exports)) reach(posix.normalize(types));
for (const path of globSync("**/*.d.ts", { cwd: lake("dist") }))
  if (!reached.has(path)) rmSync(lake(`dist/${path}`));
writeFileSync(lake("dist/package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
for (const path of Object.values(manifest.bin)) chmodSync(lake(`dist/${path}`), 0o755);
mkdirSync(lake("dist/docs"), { recursive: true });
const pages = ["README.md", "docs/protocol.md", "docs/recipes.md"];
/** Links to files that are not in the package, such as tests, become their text, and tables lose what aligns their columns. */
const published = (page) =>
  readFileSync(lake(page), "utf8")
    .replace(/\[([^\]]+)\]\(([^)#:]+)[^)]*\)/g, (link, text, path) =>
      pages.includes(posix.join(posix.dirname(page), path)) ? link : text,
    )
    .replace(/^\|.*\|$/gm, (row) => row.replace(/ {2,}(?=\|)/g, " ").replace(/-{4,}/g, "---"));
for (const page of pages) writeFileSync(lake(`dist/${page}`), published(page));
copyFileSync(lake("LICENSE"), lake("dist/LICENSE"));
