import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "esbuild";

/** Whose `sanity` the Studio is made of. */
const workspace = fileURLToPath(new URL("../../studio", import.meta.url));

/** As the Studio's own build does: packages that are hoisted would find the React of the site. */
const oneReact: Plugin = {
  name: "one-react",
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^(?:react|react-dom|styled-components)(?:\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === "asked" ? null : resolve(path, { kind, resolveDir: workspace, pluginData: "asked" }),
    );
  },
};

const mainFor = (lakeUrl: string): string => `
import { defineConfig, renderStudio } from "sanity";
import { structureTool } from "sanity/structure";
import { lakeStudio } from "lakelet/studio";

renderStudio(document.getElementById("root"), defineConfig({
  ...lakeStudio("${lakeUrl}"),
  projectId: "local",
  dataset: "production",
  beta: { variants: { enabled: true } },
  plugins: [structureTool()],
  schema: { types: [{ name: "note", type: "document", fields: [{ name: "text", type: "string" }], preview: { select: { title: "text" } } }] },
}));`;

const PAGE = `<!doctype html><html lang="en"><title>Studio</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/stdin.css">
<body><div id="root"></div><script type="module" src="/stdin.js"></script></body></html>`;

/** Bundles a Studio with one type of documents. Returns its files by path. */
async function bundle(lakeUrl: string): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    stdin: { contents: mainFor(lakeUrl), resolveDir: workspace },
    plugins: [oneReact],
    bundle: true,
    splitting: true,
    format: "esm",
    outdir: "/",
    write: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": `"production"` },
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
}

export interface BareStudio {
  origin: string;
  /** Has the Studio made for a lake, which has to know the origin when it starts. */
  showLake(lakeUrl: string): Promise<void>;
  close(): void;
}

/** Serves a Studio of a few lines, as a user without the site would write it. */
export async function serveBareStudio(): Promise<BareStudio> {
  let files = new Map<string, Uint8Array>();
  const server = createServer(({ url = "" }, response) => {
    const path = url.split("?", 1)[0] ?? "";
    const file = files.get(path);
    const type = path.endsWith(".css") ? "text/css" : "text/javascript";
    response.setHeader("content-type", file ? type : "text/html");
    response.end(file ?? PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    showLake: async (lakeUrl) => {
      files = await bundle(lakeUrl);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
