import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

// Builds the package as it is published into packages/lakelet/dist: JavaScript and types, because Node runs no TypeScript below
// node_modules. Here and in the site the source runs as it is.
const lake = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const built = (path) => path.replace(/\.ts$/, ".js");

rmSync(lake("dist"), { recursive: true, force: true });
const config = ts.getParsedCommandLineOfConfigFile(lake("tsconfig.package.json"), {}, ts.sys);
const program = ts.createProgram(config.fileNames, { ...config.options, emitDeclarationOnly: true });
const found = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
if (found.length > 0) {
  console.error(
    ts.formatDiagnostics(found, { ...ts.sys, getCanonicalFileName: (name) => name, getNewLine: () => "\n" }),
  );
  process.exit(1);
}
// Comments are in the types, which editors show. Twice would be a seventh of the package.
for (const file of config.fileNames) {
  const compilerOptions = { ...config.options, declaration: false, removeComments: true };
  const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), { compilerOptions, fileName: file });
  const target = built(lake(`dist/${relative(lake("."), file)}`));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}

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
const pages = [
  "README.md",
  ...["compatibility", "operation", "protocol", "recipes"].map((name) => `docs/${name}.md`),
];
/** Tests are not in the package: their column goes, and links to other files that are not there become their text. */
const published = (page) =>
  readFileSync(lake(page), "utf8")
    .replace(/^\|.*\| Test \|\n(?:\|.*\|\n)+/gm, (table) => table.replace(/[^|]*\|$/gm, ""))
    .replace(/\[([^\]]+)\]\(([^)#:]+)[^)]*\)/g, (link, text, path) =>
      pages.includes(posix.join(posix.dirname(page), path)) ? link : text,
    );
for (const page of pages) writeFileSync(lake(`dist/${page}`), published(page));
copyFileSync(lake("LICENSE"), lake("dist/LICENSE"));
