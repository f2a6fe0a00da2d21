import { globSync, readFileSync } from "node:fs";
import type { SanityDocument } from "@sanity/client";
import { expect, test } from "vitest";
import { opened } from "../../tests/support/opened.ts";
import { openServices } from "../../tests/support/services.ts";
import { ADMIN_TYPES } from "../model/admin-types.ts";
import { loadContent } from "./load.server.ts";

// An editor's draft may refer to any document. Previews, and pages of a private dataset, are read with a token that sees all of them.

const SECRET = "account.secret";
const MARK = "SECRET OF AN ACCOUNT";

/** Returns the queries of the site's pages: all but the dashboard's. */
async function siteQueries(): Promise<string[]> {
  const files = globSync("**/*query.ts", { cwd: new URL("..", import.meta.url) }).filter(
    (file) => !file.startsWith("admin/"),
  );
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `../${file}`)));
  return modules.flatMap((module: object) =>
    Object.values(module).filter((value) => typeof value === "string" && value.includes("*[")),
  );
}

/** Returns a private document with every attribute that a query reads. */
function secretDocument(queries: readonly string[], _id = SECRET, _type = "account"): SanityDocument {
  const names = new Set(queries.flatMap((query) => query.match(/[a-z]\w*/gi) ?? []));
  const attributes = [...names].filter((name) => !name.startsWith("_"));
  return {
    ...Object.fromEntries(attributes.map((name) => [name, `${MARK}: ${name}`])),
    slug: { current: `${MARK}: slug` },
    metadata: { lqip: `${MARK}: lqip`, dimensions: { width: `${MARK}: width`, height: `${MARK}: height` } },
    _id,
    _type,
  } as unknown as SanityDocument;
}

/** Returns the document with every reference pointing to the private one. */
const redirected = (document: SanityDocument): SanityDocument =>
  JSON.parse(JSON.stringify(document), (key: string, value: unknown) =>
    key === "_ref" ? SECRET : value,
  ) as SanityDocument;

const ref = (_key: string) => ({ _key, _type: "reference", _ref: SECRET });
const sections = ["services", "projects", "testimonials", "figures"].map((name) => ({
  _key: name,
  _type: `${name}Section`,
  chosen: [ref("a")],
}));
const ADDED = [
  { _id: "own", _type: "page", title: "Own", slug: { current: "own" }, sections },
  { _id: "look", _type: "look", navigation: [{ _key: "a", label: "Own", page: ref("b") }] },
];

const site = opened(openServices);

test("no query of a page shows a private document that a draft refers to", async () => {
  const queries = await siteQueries();
  expect(queries.length).toBeGreaterThan(20);
  const seed = readFileSync(new URL("../../seed/data.ndjson", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const documents = [...seed.map((line) => JSON.parse(line) as SanityDocument), ...ADDED];
  const drafts = documents.map((document) =>
    redirected({ ...document, _id: `drafts.${document._id}` } as SanityDocument),
  );
  const transaction = site.services.clients.writeClient.transaction();
  const secrets = ADMIN_TYPES.map((type) => secretDocument(queries, `${type}.secret`, type));
  for (const document of [...drafts, ...documents, secretDocument(queries), ...secrets])
    transaction.createOrReplace(document as SanityDocument);
  await transaction.commit({ visibility: "async" });

  const slugs = documents.flatMap(({ slug }) => (slug as { current: string } | undefined)?.current ?? []);
  const texts = await Promise.all(
    queries.flatMap((query) =>
      [["drafts"], ["published"]].flatMap((perspective) =>
        (query.includes("$slug") ? slugs : [""]).map(async (slug) => {
          const cache = { tags: new Set<string>(), fresh: true, perspective };
          const result = await loadContent({ services: site.services, cache }, query, {
            slug,
            ahead: true,
            now: new Date().toISOString(),
            code: slug,
            page: slug,
            id: slug,
            from: 0,
            to: 100,
          });
          return JSON.stringify(result);
        }),
      ),
    ),
  );
  expect(texts.filter((text) => text.includes(MARK))).toEqual([]);
  expect(texts.join("")).toContain('"author":null');
});
