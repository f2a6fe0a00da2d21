import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { opened } from "../../test/opened.ts";
import { look, noise, quarters } from "../../test/pictures.ts";
import { MAX_OUTPUT_PIXELS, MAX_OUTPUT_SIDE } from "../model/limits.ts";
import { serveLake } from "../testing/serve-lake.ts";
import { planGeometry } from "./geometry.ts";
import { readTransform } from "./parameters.ts";
import { renderImage } from "./render.ts";

const lake = opened(() => serveLake());
let url: string;
let strip: string;

beforeAll(async () => {
  const upload = async (bytes: Buffer) => (await lake.client.assets.upload("image", bytes)).url;
  url = await upload(await quarters(400, 200).png().toBuffer());
  strip = await upload(await noise(10_000, 100).png().toBuffer());
});

test.each([
  "w=8000&pad=2000&dpr=3&fm=jpg",
  "w=10&pad=2000&dpr=3&fm=jpg",
  "w=3000&h=3000&fit=fill&pad=2000&dpr=3&fm=jpg",
  "w=8000&h=8000&fit=crop&rect=0,0,1,1&pad=1&fm=jpg",
])("%s stays within the limit of pixels, padding and all", async (query) => {
  // On a busy machine the picture can exceed its time limit.
  let answer = await fetch(`${url}?${query}`);
  while (answer.status === 503) answer = await fetch(`${url}?${query}`);
  expect(answer.status).toBe(200);
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer()), {
    limitInputPixels: false,
  }).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_OUTPUT_SIDE);
  expect((width - 1) * (height - 1)).toBeLessThanOrEqual(MAX_OUTPUT_PIXELS);
});

test.each([
  ["a crop by entropy of a strip", () => `${strip}?w=100&h=8000&fit=crop&crop=entropy&fm=jpg`],
  ["the strongest blur", () => `${url}?w=3000&blur=2000&fm=jpg`],
])("%s is made in the time that a picture may take", async (_, address) => {
  expect((await fetch(address())).status).toBe(200);
});

test("a picture too large for AVIF goes out as WebP", async () => {
  const type = async (query: string) =>
    (
      await fetch(`${url}?auto=format&${query}`, { headers: { accept: "image/avif,image/webp" } })
    ).headers.get("content-type");
  expect(await type("w=400")).toBe("image/avif");
  expect(await type("w=2100")).toBe("image/webp");
});

test("an animation that would grow too large is shown as a still picture", async () => {
  const frames = 100;
  const pixels = Buffer.alloc(8 * 8 * frames * 3, 0).map((_, at) => (at * 7) % 256);
  const gif = await sharp(pixels, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } })
    .gif()
    .toBuffer();
  const { url: from } = await lake.client.assets.upload("image", gif);
  const pages = async (query: string) =>
    (await look(await (await fetch(`${from}?${query}`)).arrayBuffer())).pages ?? 1;
  expect(await pages("w=16")).toBe(frames);
  expect(await pages("w=1000")).toBe(1);
});

test("a picture that takes longer than it may ends with 503", async () => {
  const directory = mkdtempSync(join(tmpdir(), "bounds-"));
  const path = join(directory, "noise.png");
  await noise(1000, 1000).toFile(path);
  const wanted = readTransform(new URLSearchParams("w=5600&blur=400&sharp=50&fm=png"));
  if (!wanted) throw new Error("no transformation");
  const geometry = planGeometry({ width: 1000, height: 1000 }, wanted);
  await expect(renderImage(path, geometry, wanted, "png", 1)).rejects.toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
  rmSync(directory, { recursive: true });
});

/** Returns the status of a request that `fetch` would not send. */
const raw = (address: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(address);
    request({ hostname, port, path: pathname + search, headers, agent: false }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    })
      .on("error", reject)
      .end();
  });

const manyRanges = `bytes=${Array.from({ length: 1000 }, (_, n) => `${n}-${n}`).join()}`;

test.each([
  ["?w=999999999999", {}, 400],
  ["?w=NaN&h=1e9", {}, 400],
  ["?rect=999999,999999,1,1", {}, 400],
  [`?bg=${"f".repeat(8000)}`, {}, 400],
  ["?w=10&w=20", {}, 200],
  ["?dl=%00%ff%0d%0aset-cookie:%20a", {}, 200],
  [`?dl=${"x".repeat(8000)}`, {}, 200],
  ["/%00", {}, 200],
  ["/a/b", {}, 404],
  ["", { range: "bytes=9-2" }, 200],
  ["", { range: "bytes=99999999999999999999-" }, 416],
  ["", { range: manyRanges }, 200],
  ["", { "if-none-match": '"x",'.repeat(2000) }, 200],
  ["", { accept: "x/y;q=1,".repeat(1500) }, 200],
  ["?auto=format", { accept: "image/webp;".repeat(1000) }, 200],
])("%s with odd headers is answered", async (suffix, headers, status) => {
  const { fileUrl } = { fileUrl: (await lake.client.assets.upload("file", Buffer.from("text"))).url };
  expect(await raw(url + suffix, headers)).toBe(status);
  expect(await raw(fileUrl + suffix, headers)).toBeLessThan(500);
});
