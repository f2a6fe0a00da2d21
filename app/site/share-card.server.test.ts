import sharp from "sharp";
import { expect, test } from "vitest";
import { cardColors } from "./icons.server.ts";
import { drawable } from "./share-card-fonts.server.ts";
import { textSvg, drawShareCard, loadShareCard } from "./share-card.server.tsx";

const card = {
  title: "A small firm, on purpose",
  kind: "About",
  company: "Harborlight",
  colors: cardColors(undefined),
  font: "instrument-sans" as const,
  drawings: true,
  logo: null,
};

test("the picture is a PNG of the size that readers expect, and light enough for them", async () => {
  const picture = await drawShareCard(card);
  expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630, format: "png" });
  expect(picture.length).toBeLessThan(150_000);
});

test("the same words are drawn once, other words are another picture", async () => {
  const [first, again, other] = await Promise.all([
    drawShareCard(card),
    drawShareCard({ ...card }),
    drawShareCard({ ...card, title: "Another" }),
  ]);
  expect(again).toBe(first);
  expect(other.equals(first)).toBe(false);
});

test.each(["", "عنوان", "\u0000\uFFFE\uD800", "W".repeat(48), "many words ".repeat(1000)])(
  "a title of %j does not break it",
  async (title) => {
    expect((await drawShareCard({ ...card, title })).length).toBeGreaterThan(10_000);
  },
);

test("an owner's color and logo are in the picture, and another look is another picture", async () => {
  const accent = { light: "#7a1f5c", dark: null };
  const colors = cardColors({ accent });
  const png = await sharp({ create: { width: 200, height: 50, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();
  const own = await drawShareCard({ ...card, colors, logo: { png, showsName: false, onPlate: false } });
  const { data, info } = await sharp(own).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  const [red = 0, green = 255] = at(100, 90);
  expect(red).toBeGreaterThan(200);
  expect(green).toBeLessThan(50);
  const [groundRed = 0, groundGreen = 0] = at(20, 600);
  expect(groundRed).toBeGreaterThan(groundGreen);
  expect(own.equals(await drawShareCard({ ...card, colors }))).toBe(false);
});

test("without drawings nothing lies behind the words", async () => {
  const lamp = async (drawings: boolean) => {
    const picture = await drawShareCard({ ...card, drawings });
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    return [...data.subarray((385 * info.width + 1103) * info.channels).subarray(0, 3)];
  };
  const [drawn, plain] = [await lamp(true), await lamp(false)];
  expect(plain).not.toEqual(drawn);
  expect(plain.map((value, i) => Math.abs(value - [8, 39, 45][i]!)).every((off) => off < 8)).toBe(true);
});

test("a dark logo stands on a light plate", async () => {
  const png = await sharp({ create: { width: 200, height: 50, channels: 4, background: "#0b191f" } })
    .png()
    .toBuffer();
  const lightAround = async (onPlate: boolean) => {
    const picture = await drawShareCard({ ...card, logo: { png, showsName: false, onPlate } });
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    // Between the corner of the plate and the logo.
    return (data[(72 * info.width + 110) * info.channels] ?? 0) > 200;
  };
  expect([await lightAround(true), await lightAround(false)]).toEqual([true, false]);
});

test("the owner's typeface draws the letters, also those outside of English", async () => {
  const title = "Łódź café";
  const faces = ["instrument-sans", "figtree", "source-serif"] as const;
  const drawn = await Promise.all(faces.map((font) => textSvg({ ...card, title, font })));
  expect(new Set(drawn).size).toBe(faces.length);
});

test.each([
  "Kaʻahumanu Nāwahī",
  "½ day",
  "500 m²",
  "Nguyễn Văn Đức",
  "Αθηνά",
  "Łukasz Żółć",
  "Сергей",
  "Ərəbov",
])("%s is drawn whole, without a box", async (title) => {
  expect(await drawable(title)).toBe(title);
  const svg = await textSvg({ ...card, company: "", title });
  for (const letter of new Set(title.replaceAll(" ", ""))) {
    const box = await textSvg({ ...card, company: "", title: title.replaceAll(letter, "\u{10FFFD}") });
    expect(svg).not.toBe(box);
  }
});

test("letters are outlines: nothing of the text is in the file", async () => {
  const svg = await textSvg({ ...card, title: "<b>bold & brash</b>" });
  expect(svg).not.toMatch(/<text|bold|brash|<b>/);
});

test("what the typeface lacks is left out; a title that it cannot set gives way to the company", async () => {
  expect(await drawable("Łódź — “café” 🎉 &  more")).toBe("Łódź — “café” & more");
  expect(await drawable("日本語 A")).toBe("");
  expect(await textSvg({ ...card, title: "日本語" })).toBe(await textSvg({ ...card, title: "" }));
});

test("no letter of a long title leaves the picture", async () => {
  const { data, info } = await sharp(
    Buffer.from(await textSvg({ ...card, title: "W".repeat(48), kind: "Q" })),
  )
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lastRows = data.subarray((info.height - 60) * info.width * info.channels);
  expect(lastRows.some((value) => value > 0)).toBe(false);
});

test("unknown words cause no query of their own", async () => {
  const asked: unknown[] = [];
  const client = {
    fetch: async (_query: string, params: object) => {
      asked.push(params);
      return ["how-we-work"];
    },
  };
  const clients = { publicClient: client, freshClient: client, readClient: client };
  const context = { services: { clients }, cache: { tags: new Set(), fresh: false, perspective: null } };
  for (const path of ["/one", "/another"])
    await expect(loadShareCard(context as never, path)).rejects.toMatchObject({ status: 404 });
  expect(asked).toEqual([{}, {}]);
});
