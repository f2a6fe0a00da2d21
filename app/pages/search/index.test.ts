import { expect, it, onTestFinished, vi } from "vitest";
import type { ContentContext } from "../../content/load.server.ts";
import { createSiteSearch } from "./index.server.ts";

/** A site whose only article has this title, and the number of times that it was read. */
function create() {
  const content = { title: "Alpha", reads: 0, fails: false };
  const client = {
    async fetch() {
      content.reads += 1;
      if (content.fails) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
      const post = { slug: "one", title: content.title, summary: "", more: [] };
      return { pages: [], customPages: [], services: [], projects: [], posts: [post] };
    },
  };
  const clients = { publicClient: client, freshClient: client, readClient: { withConfig: () => client } };
  const contextOf = (perspective: string[] | null) =>
    ({
      services: { clients },
      cache: { tags: new Set(), fresh: false, perspective },
    }) as unknown as ContentContext;
  const search = createSiteSearch();
  const find = async (text: string, perspective: string[] | null = null) =>
    (await search.find(contextOf(perspective), text)).map(({ title }) => title);
  return { content, search, find };
}

it("reads the content once, however many search", async () => {
  const { content, find } = create();
  const found = await Promise.all(["alpha", "alp", "none"].map((text) => find(text)));
  expect(found).toEqual([["Alpha"], ["Alpha"], []]);
  expect(await find("alpha")).toEqual(["Alpha"]);
  expect(content.reads).toBe(1);
});

it("reads it again after a purge, and after a minute without one", async () => {
  const { content, search, find } = create();
  await find("alpha");
  content.title = "Beta";
  expect(await find("beta")).toEqual([]);
  search.purge();
  expect(await find("beta")).toEqual(["Beta"]);
  content.title = "Gamma";
  const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_001);
  onTestFinished(() => later.mockRestore());
  await vi.waitFor(async () => expect(await find("gamma")).toEqual(["Gamma"]));
  expect(content.reads).toBe(3);
});

it("shows an editor's drafts to that editor alone", async () => {
  const { content, find } = create();
  await find("alpha");
  content.title = "Draft";
  expect(await find("draft", ["drafts"])).toEqual(["Draft"]);
  expect(await find("draft")).toEqual([]);
});

it("is unavailable while the content store is, and no longer", async () => {
  const { content, find } = create();
  content.fails = true;
  await expect(find("alpha")).rejects.toMatchObject({ status: 503 });
  content.fails = false;
  expect(await find("alpha")).toEqual(["Alpha"]);
});
