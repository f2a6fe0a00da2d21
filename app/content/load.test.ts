import { expect, test } from "vitest";
import { loadContent, type ContentContext } from "./load.server.ts";

test("empty places in lists are left out at any depth; fields that are null stay", async () => {
  const stored = {
    title: null,
    body: [null, { style: null, children: [null, { text: "Words" }, null] }, null],
  };
  const client = { fetch: async () => stored };
  const clients = { publicClient: client, freshClient: client, readClient: client };
  const context = { services: { clients }, cache: { tags: new Set(), fresh: false, perspective: null } };
  expect(await loadContent(context as unknown as ContentContext, "*[_type == 'post'][0]")).toEqual({
    title: null,
    body: [{ style: null, children: [{ text: "Words" }] }],
  });
});
