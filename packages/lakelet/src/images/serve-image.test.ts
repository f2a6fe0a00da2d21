import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createImageUrlBuilder } from "@sanity/image-url";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { opened } from "../../test/opened.ts";
import { BLUE, GREEN, RED, YELLOW, distance, look, quarters } from "../../test/pictures.ts";
import { serveLake } from "../testing/serve-lake.ts";

const lake = opened(() => serveLake());
let url: string;
let id: string;
let photo: string;
let original: Buffer;

beforeAll(async () => {
  original = await quarters(400, 200).png().toBuffer();
  const document = await lake.client.assets.upload("image", original, { filename: "vier Felder ü.png" });
  ({ url, _id: id } = document);
  // EXIF orientation: stored rotated, to be shown clockwise. Upright, blue is top left.
  const turned = await quarters(400, 200).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
  photo = (await lake.client.assets.upload("image", turned)).url;
});

const get = (query = "", init: RequestInit = {}, from = url) => fetch(`${from}${query && `?${query}`}`, init);
async function picture(query: string, from = url) {
  const answer = await get(query, {}, from);
  expect(answer.status).toBe(200);
  return look(await answer.arrayBuffer());
}

test.each([
  ["w=100", 100, 50],
  ["w=100&h=100", 100, 50],
  ["w=100&h=100&fit=crop", 100, 100],
  ["w=100&h=100&fit=scale", 100, 100],
  ["w=100&h=100&fit=fill&bg=f00", 100, 100],
  ["w=1000&fit=max", 400, 200],
  ["w=1000", 1000, 500],
  ["w=100000", 8000, 4000],
  ["w=100&dpr=3", 300, 150],
  ["w=100&pad=10", 120, 70],
  ["w=100&or=90", 100, 200],
  ["h=20", 40, 20],
])("%s makes %i × %i", async (query, width, height) => {
  expect(await picture(query)).toMatchObject({ format: "png", width, height });
});

test.each([
  ["crop=left", RED],
  ["crop=right", GREEN],
  ["crop=bottom,left", BLUE],
  ["crop=focalpoint&fp-x=0.9&fp-y=0.9", YELLOW],
])("a crop by %s keeps that part", async (crop, color) => {
  const { at, width, height } = await picture(`w=10&h=10&fit=crop&rect=0,0,400,200&${crop}`);
  expect({ width, height }).toEqual({ width: 10, height: 10 });
  const corner = { x: crop.includes("left") ? 0.1 : 0.9, y: /bottom|0\.9/.test(crop) ? 0.9 : 0.1 };
  expect(distance(at(corner.x, corner.y), color)).toBeLessThan(3);
});

test("rect takes exactly that part", async () => {
  const { at } = await picture("rect=200,100,200,100&w=20&h=10");
  for (const [x, y] of [
    [0, 0],
    [0.99, 0.99],
    [0, 0.99],
  ] as const)
    expect(distance(at(x, y), YELLOW)).toBe(0);
});

test("entropy finds the part with detail", async () => {
  const detail = await sharp({
    create: {
      width: 100,
      height: 100,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const flat = sharp({
    create: { width: 600, height: 100, channels: 3, background: { r: 0, g: 0, b: 255 } },
  });
  const bytes = await flat
    .composite([{ input: detail, left: 480, top: 0 }])
    .png()
    .toBuffer();
  const asset = await lake.client.assets.upload("image", bytes);
  const { at } = await picture("w=100&h=100&fit=crop&crop=entropy", asset.url);
  expect([0.2, 0.5, 0.8].every((x) => distance(at(x, 0.5), BLUE) < 30)).toBe(false);
});

test("flip and turn", async () => {
  const flipped = await picture("w=40&flip=h");
  expect(distance(flipped.at(0.1, 0.1), GREEN)).toBe(0);
  const both = await picture("w=40&flip=hv");
  expect(distance(both.at(0.1, 0.1), YELLOW)).toBe(0);
  const turned = await picture("w=40&or=90");
  expect(distance(turned.at(0.1, 0.1), BLUE)).toBe(0);
  expect(distance(turned.at(0.9, 0.1), RED)).toBe(0);
  const cut = await picture("w=10&h=10&or=90&fit=crop&crop=top,left");
  expect(distance(cut.at(0.1, 0.1), BLUE)).toBe(0);
});

test("the EXIF orientation is applied before anything else", async () => {
  const { width, height, at } = await picture("w=100&fm=png", photo);
  expect({ width, height }).toEqual({ width: 100, height: 200 });
  expect(distance(at(0.1, 0.1), BLUE)).toBeLessThan(20);
  expect(distance(at(0.9, 0.9), GREEN)).toBeLessThan(20);
  const part = await picture("rect=0,0,100,100&fm=png", photo);
  expect(distance(part.at(0.5, 0.5), BLUE)).toBeLessThan(20);
});

test("effects change the colors", async () => {
  const inverted = await picture("w=40&invert=true");
  expect(inverted.at(0.1, 0.1).slice(0, 3)).toEqual([0, 255, 255]);
  const grey = (await picture("w=40&sat=-100")).at(0.1, 0.1);
  expect(Math.max(...grey.slice(0, 3)) - Math.min(...grey.slice(0, 3))).toBe(0);
  const blurred = await picture("blur=80");
  expect(distance(blurred.at(0.49, 0.1), RED)).toBeGreaterThan(60);
  const sharpened = await picture("w=40&sharp=50");
  expect(sharpened.width).toBe(40);
});

test("the box of fill takes the background, or stays clear", async () => {
  const filled = await picture("w=100&h=100&fit=fill&bg=0000ff");
  expect(filled.at(0.5, 0.05)).toEqual([0, 0, 255, 255]);
  expect(distance(filled.at(0.1, 0.4), RED)).toBe(0);
  const clear = await picture("w=100&h=100&fit=fill");
  expect(clear.at(0.5, 0.05)[3]).toBe(0);
  const jpeg = await picture("w=100&h=100&fit=fill&fm=jpg");
  expect(distance(jpeg.at(0.5, 0.05), [255, 255, 255])).toBeLessThan(4);
});

test.each([
  ["fm=jpg", undefined, "image/jpeg", "jpeg"],
  ["fm=pjpg", undefined, "image/jpeg", "jpeg"],
  ["fm=webp", undefined, "image/webp", "webp"],
  ["auto=format", "image/avif,image/webp,*/*", "image/avif", "heif"],
  ["auto=format", "image/webp,*/*", "image/webp", "webp"],
  ["auto=format", "*/*", "image/png", "png"],
])("w=50&%s with Accept %s goes out as %s", async (query, accept, type, format) => {
  const answer = await get(`w=50&${query}`, accept ? { headers: { accept } } : {});
  expect(answer.headers.get("content-type")).toBe(type);
  expect(answer.headers.get("vary")).toBe(query.startsWith("auto") ? "Accept" : null);
  expect(await look(await answer.arrayBuffer())).toMatchObject({ format, width: 50, height: 25 });
});

test("lower quality makes fewer bytes", async () => {
  const noisy = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  const { url: from } = await lake.client.assets.upload("image", noisy);
  const size = async (q: number) => (await (await get(`fm=jpg&q=${q}`, {}, from)).arrayBuffer()).byteLength;
  expect(await size(20)).toBeLessThan(await size(90));
});

test("an animation keeps its frames when it is only scaled", async () => {
  const frames = Buffer.concat(
    await Promise.all([quarters(20, 10), quarters(20, 10).negate()].map((one) => one.raw().toBuffer())),
  );
  const gif = await sharp(frames, { raw: { width: 20, height: 20, channels: 3, pageHeight: 10 } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  const { url: from } = await lake.client.assets.upload("image", gif);
  expect(await picture("w=10", from)).toMatchObject({ format: "gif", pages: 2, width: 10 });
  expect((await picture("w=10&frame=1", from)).pages ?? 1).toBe(1);
  expect((await picture("w=5&h=5&fit=crop", from)).pages ?? 1).toBe(1);
});

test("the original goes out unchanged, for good, with HEAD, 304 and ranges", async () => {
  const whole = await get();
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(original);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(original.length),
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
  });
  const etag = whole.headers.get("etag") ?? "";
  const head = await get("", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    String(original.length),
    "",
  ]);
  const fresh = await get("", { headers: { "if-none-match": etag } });
  expect([fresh.status, fresh.headers.get("etag"), await fresh.text()]).toEqual([304, etag, ""]);
  const part = await get("", { headers: { range: "bytes=8-15" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 8-15/${original.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(original.subarray(8, 16));
  expect((await get("", { headers: { range: `bytes=${original.length}-` } })).status).toBe(416);
});

test("a made picture has its own tag and answers 304 too", async () => {
  const one = await get("w=60");
  const same = await get("fit=clip&w=60&utm_source=mail");
  const other = await get("w=61");
  expect(same.headers.get("etag")).toBe(one.headers.get("etag"));
  expect(other.headers.get("etag")).not.toBe(one.headers.get("etag"));
  const again = await get("w=60", { headers: { "if-none-match": one.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  const head = await get("w=60", { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(one.headers.get("content-length"));
});

test("many who ask for the same new picture share one file", async () => {
  const before = readdirSync(join(lake.directory, "image-cache")).length;
  const answers = await Promise.all(Array.from({ length: 12 }, () => get("w=77&blur=3")));
  expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200));
  expect(readdirSync(join(lake.directory, "image-cache"))).toHaveLength(before + 1);
});

test("an SVG goes out as it is, in a sandbox", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><script>alert(1)</script></svg>';
  const document = await lake.client.assets.upload("image", Buffer.from(svg), { filename: "logo.svg" });
  expect(document._id).toMatch(/-30x20-svg$/);
  const answer = await get("w=100&fm=png", {}, document.url);
  expect(await answer.text()).toBe(svg);
  expect(answer.headers.get("content-type")).toBe("image/svg+xml");
  expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none';.*sandbox/);
});

test("dl makes a download with a name that every browser reads", async () => {
  const plain = await get("dl");
  expect(plain.headers.get("content-disposition")).toContain("filename*=UTF-8''vier%20Felder%20%C3%BC.png");
  const named = await get(`dl=${encodeURIComponent('a"b\r\nx: y/../evil.png')}`);
  expect(named.headers.get("content-disposition")).toBe("attachment; filename=evil.png");
  expect(named.headers.get("x")).toBeNull();
});

test.each(["w=abc", "w=0", "fit=none", "rect=900,0,5,5", "q=1000", "fm=exe"])("%s: 400", async (query) => {
  const answer = await get(query);
  expect(answer.status).toBe(400);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("what is not the name of a stored image: 404", async () => {
  const base = url.slice(0, url.lastIndexOf("/"));
  const file = url.slice(url.lastIndexOf("/") + 1);
  const names = [
    "..%2f..%2flake.db",
    "%2e%2e%2f%2e%2e%2ftokens.json",
    "..%5ctokens.json",
    `${"0".repeat(40)}-400x200.png`,
    file.replace("400x200", "400x201"),
    file.replace(".png", ".jpg"),
    `${file}%00.png`,
    "tokens.json",
    "%",
  ];
  for (const name of names) expect([name, (await fetch(`${base}/${name}`)).status]).toEqual([name, 404]);
  expect((await fetch(url.replace("/production/", "/other/"))).status).toBe(404);
});

test("a vanity name behind the file is allowed", async () => {
  expect((await fetch(`${url}/pretty-name.png?w=10`)).status).toBe(200);
});

test("addresses made by @sanity/image-url show the hotspot's part", async () => {
  const image = {
    asset: { _ref: id },
    crop: { left: 0.5, top: 0, right: 0, bottom: 0 },
    hotspot: { x: 0.75, y: 0.75, width: 0.2, height: 0.2 },
  };
  const builder = createImageUrlBuilder({ projectId: "local", dataset: "production", baseUrl: lake.origin });
  const { at, width, height } = await look(
    await (await fetch(builder.image(image).width(80).height(40).url())).arrayBuffer(),
  );
  expect({ width, height }).toEqual({ width: 80, height: 40 });
  expect(distance(at(0.1, 0.9), YELLOW)).toBe(0);
});

test("deleting the document hides the image", async () => {
  const document = await lake.client.assets.upload("image", await quarters(12, 12).png().toBuffer());
  expect((await fetch(document.url)).status).toBe(200);
  await lake.client.delete(document._id);
  expect((await fetch(document.url)).status).toBe(404);
  expect((await fetch(`${document.url}?w=5`)).status).toBe(404);
});
