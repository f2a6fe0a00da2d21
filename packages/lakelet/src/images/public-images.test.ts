import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GREEN, distance, look, noise, quarters } from "../../test/pictures.ts";
import { serveLake } from "../testing/serve-lake.ts";
import type { ServedLake } from "../testing/serve-lake.ts";

const images = {
  sizes: [
    { widths: [100, 200, 1600] },
    { widths: [160], aspect: 8 / 5 },
    { widths: [120], aspect: 2, format: "jpg" as const },
  ],
  qualities: [75],
};

let lake: ServedLake;
let id: string;
let url: string;

beforeAll(async () => {
  const session = {
    userOf: async ({ headers }: { headers: Pick<Headers, "get"> }) =>
      headers.get("cookie") === "session=editor"
        ? { id: "e", name: "Ed", email: "e@example.com", role: "editor" as const }
        : null,
    loginPath: "/login",
    signOut: async () => [],
  };
  lake = await serveLake({ images, session });
  const asset = await lake.client.assets.upload("image", await quarters(400, 200).png().toBuffer());
  ({ url, _id: id } = asset);
  await lake.client.create({
    _type: "post",
    body: [
      {
        _key: "a",
        _type: "image",
        asset: { _type: "reference", _ref: id },
        crop: { left: 0.5, top: 0, right: 0, bottom: 0.25 },
        hotspot: { x: 0.75, y: 0.375, width: 0.2, height: 0.2 },
      },
    ],
  });
});
afterAll(() => lake.close());

const CROP = "rect=200,0,200,150";
const get = (query: string, headers: Record<string, string> = {}, from = url) =>
  fetch(`${from}?${query}`, { headers });
const withToken = () => ({ authorization: `Bearer ${lake.lake.tokens.write}` });

test.each([
  ["w=100&q=75&auto=format", 100, 50],
  ["w=400&q=75&auto=format", 400, 200],
  ["w=160&h=100&fit=crop&q=75&auto=format&utm_source=mail", 160, 100],
  ["w=120&h=60&fit=crop&q=75&fm=jpg", 120, 60],
  [`${CROP}&w=100&q=75&auto=format`, 100, 75],
  [`${CROP}&w=200&q=75&auto=format`, 200, 150],
  [`${CROP}&w=160&h=100&fit=crop&crop=focalpoint&fp-x=0.500&fp-y=0.500&q=75&auto=format`, 160, 100],
])("a stranger gets %s", async (query, width, height) => {
  const answer = await get(query);
  expect(answer.status).toBe(200);
  expect(await look(await answer.arrayBuffer())).toMatchObject({ width, height });
});

test.each([
  "w=101&q=75&auto=format",
  "w=100&q=76&auto=format",
  "w=100&auto=format",
  "w=100&q=75",
  "w=100&q=75&fm=jpg",
  "w=100&q=75&auto=format&fm=webp",
  "w=100&h=50&q=75&auto=format",
  "w=100&q=75&auto=format&fit=max",
  "h=100&q=75&auto=format",
  "w=160&h=100&q=75&auto=format",
  "w=160&h=101&fit=crop&q=75&auto=format",
  "w=160&h=100&fit=crop&crop=entropy&q=75&auto=format",
  "w=160&h=100&fit=crop&crop=left&q=75&auto=format",
  "w=160&h=100&fit=crop&crop=focalpoint&fp-x=0.45&q=75&auto=format",
  `${CROP}&w=160&h=100&fit=crop&crop=focalpoint&fp-x=0.5&fp-y=0.6&q=75&auto=format`,
  "rect=200,0,200,151&w=100&q=75&auto=format",
  "rect=0,0,200,200&w=200&q=75&auto=format",
  ...["dpr=2", "blur=10", "sharp=5", "flip=h", "or=90", "bg=fff", "invert=true", "sat=-100", "pad=1"].map(
    (more) => `w=100&q=75&auto=format&${more}`,
  ),
  "frame=1",
  "w=100&q=75&auto=format&w=abc&frame=1",
])("a stranger does not get %s, a token does", async (query) => {
  const refused = await get(query);
  expect([refused.status, refused.headers.get("cache-control")]).toEqual([400, "no-store"]);
  expect((await get(query, withToken())).status).toBe(200);
});

test("an editor's session may use every parameter, as the Studio does; another cookie may not", async () => {
  const query = "w=137&h=91&fit=max&dpr=2";
  expect((await get(query, { cookie: "session=visitor" })).status).toBe(400);
  expect((await get(query, { cookie: "session=editor" })).status).toBe(200);
});

test("an unknown token is told so, and needs none for what everybody gets", async () => {
  const wrong = { authorization: "Bearer nobody" };
  expect((await get("w=101", wrong)).status).toBe(401);
  expect((await get("w=100&q=75&auto=format", wrong)).status).toBe(200);
});

test("a replaced crop stays for pages that were opened before, and no stranger makes more of it", async () => {
  const { _id: asset, url: from } = await lake.client.assets.upload(
    "image",
    await quarters(480, 200).png().toBuffer(),
  );
  const image = (left: number) => ({
    _type: "image",
    asset: { _type: "reference", _ref: asset },
    crop: { left, top: 0, right: 0, bottom: 0 },
  });
  const { _id } = await lake.client.create({ _type: "post", image: image(0.5) });
  const old = await get("rect=240,0,240,200&w=100&q=75&auto=format", {}, from);
  expect(distance((await look(await old.arrayBuffer())).at(0.5, 0.1), GREEN)).toBe(0);
  await lake.client
    .patch(_id)
    .set({ image: image(0.25) })
    .commit();
  const status = async (query: string) => (await get(`${query}&q=75&auto=format`, {}, from)).status;
  expect(await status("rect=120,0,360,200&w=100")).toBe(200);
  expect(await status("rect=240,0,240,200&w=100")).toBe(200);
  expect(await status("rect=240,0,240,200&w=200")).toBe(400);
});

test("pictures whose callers have left are not made, and another caller's is", async () => {
  const { url: from } = await lake.client.assets.upload("image", await noise(3000, 2000).jpeg().toBuffer());
  const path = `${from}?fm=png&q=75&sharp=50&w=`;
  const made = () => readdirSync(join(lake.directory, "image-cache")).length;
  const before = made();
  const asked = () => lake.requests.filter((line) => line === `GET ${new URL(from).pathname}`).length;
  const abandoned = Array.from({ length: 20 }, (_, n) =>
    request(`${path}${2000 + n}`, { headers: withToken(), agent: false })
      .on("error", () => {})
      .end(),
  );
  await expect.poll(asked).toBe(20);
  for (const one of abandoned) one.destroy();
  expect((await get("w=100&q=75&auto=format", {}, from)).status).toBe(200);
  await lake.lake.close();
  // Two were being rendered when their callers left.
  expect(made() - before).toBeLessThan(10);
});
