import { createReadStream, readdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { opened } from "../../test/opened.ts";
import { look, quarters } from "../../test/pictures.ts";
import { clientFor } from "../content/client.ts";
import { MAX_FILE_BYTES, MAX_IMAGE_BYTES } from "../model/limits.ts";
import { serveLake } from "../testing/serve-lake.ts";

const lake = opened(() => serveLake());

const stored = (kind: "images" | "files" | "incoming") => readdirSync(join(lake.directory, "assets", kind));
const upload = (kind: "images" | "files", body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${lake.origin}/v2025-02-19/assets/${kind}/production?filename=x.bin`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${lake.lake.tokens.write}`, ...headers },
  });

test("an image becomes a document with its metadata", async () => {
  const bytes = await quarters(300, 200).png().toBuffer();
  const document = await lake.client.assets.upload("image", bytes, {
    filename: "four fields.png",
    title: "Four",
    creditLine: "Nobody",
    source: { id: "s1", name: "bank", url: "https://example.com" },
  });
  expect(document).toMatchObject({
    _id: `image-${document.sha1hash}-300x200-png`,
    _type: "sanity.imageAsset",
    assetId: document.sha1hash,
    extension: "png",
    mimeType: "image/png",
    size: bytes.length,
    originalFilename: "four fields.png",
    title: "Four",
    creditLine: "Nobody",
    source: { _type: "sanity.assetSourceData", id: "s1", name: "bank", url: "https://example.com" },
    path: `images/local/production/${document.sha1hash}-300x200.png`,
    url: `${lake.origin}/images/local/production/${document.sha1hash}-300x200.png`,
    metadata: {
      _type: "sanity.imageMetadata",
      dimensions: { _type: "sanity.imageDimensions", width: 300, height: 200, aspectRatio: 1.5 },
      hasAlpha: false,
      isOpaque: true,
      blurHash: expect.stringMatching(/^.{28}$/),
      palette: { _type: "sanity.imagePalette", dominant: { _type: "sanity.imagePaletteSwatch" } },
    },
  });
  const lqip = document.metadata.lqip?.split("base64,")[1] ?? "";
  expect(await look(Buffer.from(lqip, "base64"))).toMatchObject({ format: "jpeg", width: 20, height: 13 });
  expect(await lake.client.getDocument(document._id)).toEqual(document);
  expect(Buffer.from(await (await fetch(document.url)).arrayBuffer())).toEqual(bytes);
});

test("the same bytes give the same document, whatever is said about them", async () => {
  const bytes = await quarters(40, 40).png().toBuffer();
  const first = await lake.client.assets.upload("image", bytes, { filename: "a.png", title: "first" });
  const second = await lake.client.assets.upload("image", bytes, { filename: "b.png", title: "second" });
  expect(second).toEqual(first);
});

test("a stream and a file work; the extension follows the name, else the type", async () => {
  const path = join(lake.directory, "note.txt");
  writeFileSync(path, "hello");
  const document = await lake.client.assets.upload("file", createReadStream(path), { filename: "note.TXT" });
  expect(document).toMatchObject({
    _id: "file-aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d-txt",
    _type: "sanity.fileAsset",
    mimeType: "text/plain",
    size: 5,
  });
  const blob = new Blob(["%PDF-"], { type: "application/pdf" });
  const pdf = await lake.client.assets.upload("file", blob, { contentType: "application/pdf" });
  expect(pdf.extension).toBe("pdf");
});

test("the EXIF orientation counts for the size", async () => {
  const bytes = await quarters(60, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { metadata } = await lake.client.assets.upload("image", bytes);
  expect(metadata.dimensions).toMatchObject({ width: 30, height: 60 });
});

test("transparency is told apart: no alpha, an unused alpha, a used one", async () => {
  const opaque = await lake.client.assets.upload(
    "image",
    await quarters(8, 8).ensureAlpha(1).png().toBuffer(),
  );
  const clear = await lake.client.assets.upload(
    "image",
    await quarters(8, 8).ensureAlpha(0.5).png().toBuffer(),
  );
  expect(opaque.metadata).toMatchObject({ hasAlpha: true, isOpaque: true });
  expect(clear.metadata).toMatchObject({ hasAlpha: true, isOpaque: false });
  expect(clear.metadata.lqip).toMatch(/^data:image\/png;base64,/);
});

test("previews can be left out", async () => {
  const bytes = await quarters(9, 9).png().toBuffer();
  const { metadata } = await lake.client.assets.upload("image", bytes, { extract: ["lqip"] });
  expect(Object.keys(metadata).sort()).toEqual(["_type", "dimensions", "hasAlpha", "isOpaque", "lqip"]);
});

test("what the camera wrote, and where it was, is kept only on request", async () => {
  const photo = (side: number): Promise<Buffer> =>
    quarters(side, side)
      .jpeg()
      .withExif({
        IFD0: { Make: "Camera", Copyright: "Ada" },
        IFD2: { FNumber: "28/10", ISOSpeedRatings: "100", DateTimeOriginal: "2026:11:22 10:00:00" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "59/1 54/1 36/1",
          GPSLongitudeRef: "W",
          GPSLongitude: "10/1 45/1 0/1",
          GPSAltitude: "23/1",
        },
      })
      .toBuffer();
  const keep = async (side: number, extract?: Array<"exif" | "location" | "lqip">) =>
    (await lake.client.assets.upload("image", await photo(side), extract ? { extract } : {})).metadata;
  const silent = await keep(10);
  for (const name of ["exif", "image", "location"]) expect(silent).not.toHaveProperty(name);
  const asked = await keep(11, ["exif", "lqip"]);
  expect(asked).toMatchObject({
    lqip: expect.any(String),
    exif: {
      _type: "sanity.imageExifMetadata",
      FNumber: 2.8,
      ISO: 100,
      DateTimeOriginal: "2026-11-22T10:00:00.000Z",
    },
    image: { _type: "sanity.imageExifTags", Make: "Camera", Copyright: "Ada" },
  });
  expect(asked).not.toHaveProperty("location");
  expect(JSON.stringify(asked)).not.toContain("GPS");
  const located = await keep(12, ["location"]);
  expect(located).toMatchObject({ location: { _type: "geopoint", lat: 59.91, lng: -10.75, alt: 23 } });
  expect(located).not.toHaveProperty("exif");
});

test.each([
  ["text", Buffer.from("this is no picture")],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")],
  ["HTML that calls itself SVG", Buffer.from("<html><script>alert(1)</script></html>")],
])("%s is not an image: 400, and nothing is left", async (_, bytes) => {
  const before = stored("images");
  await expect(lake.client.assets.upload("image", bytes, { filename: "x.png" })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining("Invalid image"),
  });
  expect(stored("images")).toEqual(before);
  expect(stored("incoming")).toEqual([]);
});

test.each([
  [
    "a photo of a phone",
    "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "HEIC photos are not supported; save it as a JPEG and upload that",
  ],
  [
    "a sequence of them",
    "\0\0\0\x18ftyphevc\0\0\0\0mif1hevc",
    "HEIC photos are not supported; save it as a JPEG and upload that",
  ],
  ["a damaged AVIF", "\0\0\0\x18ftypavif\0\0\0\0mif1avif", "Input file has corrupt header"],
  ["text", "no picture", "Input file contains unsupported image format"],
  ["next to nothing", "x", "Input file contains unsupported image format"],
])("the refusal of %s says why, and nothing of the disk", async (_, bytes, reason) => {
  const answer = await upload("images", new Uint8Array(Buffer.from(bytes, "latin1")));
  const { message } = (await answer.json()) as { message: string };
  expect(message).toBe(`Invalid image, could not read metadata: ${reason}`);
});

test("a truncated image is refused", async () => {
  const bytes = await quarters(200, 200).jpeg().toBuffer();
  const answer = await upload("images", new Uint8Array(bytes.subarray(0, bytes.length / 2)));
  expect(answer.status).toBe(400);
});

test("a small file that claims gigapixels is refused", async () => {
  const header = Buffer.from(await quarters(8, 8).png().toBuffer());
  header.writeUInt32BE(60_000, 16);
  header.writeUInt32BE(60_000, 20);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  const answer = await upload("images", new Uint8Array(header));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining("pixel limit") });
});

test.each([
  ["images", MAX_IMAGE_BYTES],
  ["files", MAX_FILE_BYTES],
] as const)("%s above the limit: 413, with and without a declared length", async (kind, limit) => {
  const before = stored(kind);
  const block = new Uint8Array(1024 * 1024);
  let sent = 0;
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(block);
      sent += block.length;
      if (sent > limit + 2 * block.length) controller.close();
    },
  });
  const streamed = await postRaw(kind, stream);
  expect(streamed).toBe(413);
  expect(await postDeclared(kind, limit + 1)).toBe(413);
  expect(stored(kind)).toEqual(before);
  expect(stored("incoming")).toEqual([]);
});

test.each([{ "content-length": 1000 }, {}])(
  "an upload that breaks off leaves nothing %j",
  async (headers) => {
    await postAndHangUp(headers);
    await expect.poll(() => stored("incoming")).toEqual([]);
    expect(stored("files").some((file) => file.endsWith(".broken"))).toBe(false);
  },
);

test("an empty body is refused", async () => {
  expect((await upload("files", "")).status).toBe(400);
});

test("uploading takes the write token", async () => {
  const bytes = await quarters(5, 5).png().toBuffer();
  const attempts: [string | undefined, number][] = [
    [undefined, 401],
    ["wrong", 401],
    [lake.lake.tokens.read, 403],
  ];
  for (const [token, status] of attempts) {
    const attempt = clientFor(lake.origin, token).assets.upload("image", bytes);
    await expect(attempt).rejects.toMatchObject({ statusCode: status });
  }
});

function open(kind: string, headers: Record<string, string | number>) {
  return request(`${lake.origin}/v1/assets/${kind}/production?filename=x.broken`, {
    method: "POST",
    headers: { authorization: `Bearer ${lake.lake.tokens.write}`, ...headers },
  });
}

/** Chunked, without a declared length. */
async function postRaw(kind: string, body: ReadableStream<Uint8Array>): Promise<number> {
  const message = open(kind, {});
  const status = answerOf(message);
  try {
    for await (const part of body) {
      if (!message.write(part)) await Promise.race([new Promise((go) => message.once("drain", go)), status]);
      if (message.destroyed) break;
    }
  } finally {
    message.end();
  }
  return status;
}

function postDeclared(kind: string, length: number): Promise<number> {
  const message = open(kind, { "content-length": length });
  message.flushHeaders();
  return answerOf(message).finally(() => message.destroy());
}

const answerOf = (message: ReturnType<typeof request>): Promise<number> =>
  new Promise((resolve, reject) => {
    message.on("response", (response) => resolve(response.resume().statusCode ?? 0));
    message.on("error", reject);
  });

async function postAndHangUp(headers: Record<string, number>): Promise<void> {
  const message = open("files", headers);
  message.on("error", () => {});
  message.write("only this");
  await expect.poll(() => stored("incoming").length).toBe(1);
  message.destroy();
}
