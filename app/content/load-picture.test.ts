import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { WAIT } from "../../tests/support/timeouts.ts";
import { createPlates, loadPicture } from "./load-picture.server.ts";

/** Draws a picture of these bytes, which the content store describes by its size. */
async function draw(bytes: string | Buffer, extension: string, side: number, maxDrawMs?: number) {
  const warnings: unknown[] = [];
  const services = {
    clients: { readPicture: async () => Buffer.from(bytes) },
    log: { warn: (line: unknown) => void warnings.push(line) },
  };
  const assetPath = `images/local/production/a-${side}x${side}.${extension}`;
  const png = await loadPicture({ services }, { assetPath, width: side, height: side }, maxDrawMs);
  return { png, warnings };
}

const svg = (size: number, content: string, head = "") =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${content}</svg>`;

const entities = Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`,
);

test.each([
  ["256 megapixels in a small file", 16_000, "png"],
  ["a drawing that is larger than it says", 10, "svg", svg(6_000, "<rect width='6000' height='6000'/>")],
  [
    "entities of entities",
    100,
    "svg",
    svg(100, "<text>&a9;</text>", `<!DOCTYPE svg [<!ENTITY a0 "ha">${entities.join("")}]>`),
  ],
  [
    "a file of this machine",
    100,
    "svg",
    svg(100, "<text>&x;</text>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
  ],
  ["a script", 100, "js", "alert(1)"],
])("%s is not drawn, and the log says so", async (_name, side, extension, bytes?: string) => {
  const flat = { width: side, height: side, channels: 3, background: "red" } as const;
  const { png, warnings } = await draw(
    bytes ?? (await sharp({ create: flat }).png().toBuffer()),
    extension,
    side,
  );
  expect(png).toBeNull();
  expect(warnings).toHaveLength(1);
});

test("a drawing of minutes is given up, and the next one is drawn", async () => {
  const filters = Array.from(
    { length: 200 },
    () => '<feGaussianBlur stdDeviation="300"/><feTurbulence baseFrequency="0.9" numOctaves="9"/>',
  );
  const bomb = `<filter id="f">${filters.join("")}</filter><rect width="99" height="99" filter="url(#f)"/>`;
  const { png, warnings } = await draw(svg(100, bomb), "svg", 100, 300);
  expect([png, warnings.length]).toEqual([null, 1]);
  expect((await draw(svg(100, bomb), "svg", 100, 600_000)).png, "it is not tried again at once").toBeNull();
  const { png: next } = await draw(svg(100, "<rect width='9' height='9'/>"), "svg", 100);
  expect((await sharp(next ?? Buffer.alloc(0)).metadata()).width).toBe(1024);
});

test("a drawing is made once, for callers at the same time and later", async () => {
  const drawing = svg(100, "<circle r='40'/>");
  const [one, two] = await Promise.all([draw(drawing, "svg", 100), draw(drawing, "svg", 100)]);
  expect(one.png).not.toBeNull();
  expect(two.png).toBe(one.png);
  expect((await draw(drawing, "svg", 100)).png).toBe(one.png);
});

test("a drawing shows no file that it refers to", async () => {
  const folder = mkdtempSync(join(tmpdir(), "picture-"));
  const there = join(folder, "secret.png");
  await sharp({ create: { width: 64, height: 64, channels: 3, background: "red" } }).toFile(there);
  const image = `<image xlink:href="${pathToFileURL(there).href}" width="64" height="64"/>`;
  const { png } = await draw(svg(64, image), "svg", 64);
  expect(png).not.toBeNull();
  const { channels } = await sharp(png ?? Buffer.alloc(0)).stats();
  expect(channels.map(({ max }) => max)).toEqual([0, 0, 0, 0]);
  rmSync(folder, { recursive: true });
});

test("no page waits for a logo: it is shown without its plate until that is known to be needed", async () => {
  const read = Promise.withResolvers<Buffer>();
  const plates = createPlates({ clients: { readPicture: () => read.promise }, log: { warn: () => {} } });
  const onNeeded = vi.fn();
  plates.onNeeded(onNeeded);
  const dark = { assetPath: "images/local/production/dark-90x90.svg", width: 90, height: 90 };
  expect(plates.isNeeded(dark)).toBe(false);
  expect(plates.isNeeded(dark)).toBe(false);
  read.resolve(Buffer.from(svg(90, "<circle r='40' fill='#101820'/>")));
  await vi.waitFor(() => expect(onNeeded).toHaveBeenCalledOnce(), WAIT);
  expect(plates.isNeeded(dark)).toBe(true);
});
