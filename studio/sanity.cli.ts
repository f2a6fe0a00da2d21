import { defineCliConfig } from "sanity/cli";

interface Asset {
  type: string;
  source?: string | Uint8Array;
}

const withoutRemoteHosts = (text: string): string =>
  text
    .replace(/<script[^>]* src="https:\/\/core\.sanity-cdn\.[^>]*><\/script>\s*/g, "")
    .replace(/@font-face\s*\{[^}]*https:\/\/[^}]*\}/g, "");

/** Removes the bridge script and fonts that the Studio loads from Sanity's hosts: a site without an account must not call them. */
const noRemoteHosts = {
  name: "studio:no-remote-hosts",
  enforce: "post" as const,
  /** The page of the development server. */
  transformIndexHtml: { order: "post" as const, handler: withoutRemoteHosts },
  generateBundle(_options: unknown, bundle: Record<string, Asset>) {
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type !== "asset" || !/\.(html|css)$/.test(name)) continue;
      const text = typeof file.source === "string" ? file.source : new TextDecoder().decode(file.source);
      file.source = withoutRemoteHosts(text)
        // The site's icons follow the owner's look. It has no favicon.ico of its own.
        .replace(/<link href="[^"]*\/static\/favicon\.ico"[^>]*>/g, "")
        .replace(/href="[^"]*\/static\/(favicon\.svg|apple-touch-icon\.png)"/g, 'href="/icons/$1"')
        .replace(/href="\/static\//g, 'href="/studio/static/'); // these links lack the base path
    }
  },
};

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID || "local",
    dataset: process.env.SANITY_STUDIO_DATASET || "production",
  },
  project: { basePath: "/studio" },
  deployment: { autoUpdates: false },
  // Types of the site's queries: npm run types.
  schemaExtraction: { path: ".sanity/schema.json", enforceRequiredFields: true },
  typegen: {
    path: "../app/**/*query.ts",
    schema: ".sanity/schema.json",
    generates: "../app/content/sanity.types.ts",
    overloadClientMethods: true,
  },
  vite: (config) => ({
    ...config,
    plugins: [...(config.plugins ?? []), noRemoteHosts],
    // Commands that read the Studio import packages as Node does: to compile each of them anew takes three times as long.
    ssr: { noExternal: [/^@sanity\/cli/] },
  }),
});
