import { expect, test } from "vitest";
import { createStudioFetch } from "./studio-fetch.ts";

/** Returns the URLs that go out for a call, and the status of the answer. */
async function ask(lakeUrl: string, input: string | Request) {
  const asked: string[] = [];
  const { status } = await createStudioFetch(lakeUrl, async (out) => {
    asked.push(out instanceof Request ? `${out.method} ${out.url}` : String(out));
    return new Response(null, { status: 204 });
  })(input);
  return { asked, status };
}

test.each([
  ["http://localhost:3900", "http://local.localhost:3900/v1/users/me?tag=a.b"],
  ["http://127.0.0.1:3900", "http://local.127.0.0.1:3900/v1/users/me?tag=a.b"],
  ["https://site.example/lake", "https://local.site.example/lake/v1/users/me?tag=a.b"],
])("the lake at %s is asked in place of the project's host", async (lakeUrl, url) => {
  expect(await ask(lakeUrl, url)).toEqual({ asked: [`${lakeUrl}/v1/users/me?tag=a.b`], status: 204 });
});

test("a request keeps its method", async () => {
  const request = new Request("https://local.site.example/lake/v1/users/me", { method: "PUT" });
  const { asked } = await ask("https://site.example/lake", request);
  expect(asked).toEqual(["PUT https://site.example/lake/v1/users/me"]);
});

test.each([
  "https://site.example/lake/v1/users/me",
  "https://cdn.site.example/picture.png",
  "https://cdn.sanity.io/images/a/b/c.png",
  "/lake/v1/users/me",
])("%s is fetched as it is", async (url) => {
  expect(await ask("https://site.example/lake", url)).toEqual({ asked: [url], status: 204 });
});

test("Sanity's own hosts are not asked for versions and feedback", async () => {
  const version = "https://sanity-cdn.com/v1/modules/sanity/latest/%5E6.16.0/t1795445394";
  const feedback = "https://api.sanity.io/vX/intake/feedback";
  expect(await ask("https://site.example/lake", version)).toEqual({ asked: [], status: 200 });
  expect(await ask("https://site.example/lake", feedback)).toEqual({ asked: [], status: 404 });
});
