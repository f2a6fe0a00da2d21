import sharp from "sharp";
import { expect, test } from "vitest";
import { textSvg, drawShareCard } from "./share-card.server.tsx";
import { drawable } from "./share-card-fonts.server.ts";

const card = { title: "A small firm, on purpose", kind: "About", company: "Harborlight" };

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

test("letters are outlines: nothing of the text is in the file", async () => {
  const svg = await textSvg({ ...card, title: "<b>bold & brash</b>" });
  expect(svg).not.toMatch(/<text|bold|brash|<b>/);
});

test("what the typeface lacks is left out; a title that it cannot set gives way to the company", async () => {
  expect(drawable("Łódź — “café” 🎉 &  more")).toBe("Łódź — “café” & more");
  expect(drawable("日本語 A")).toBe("");
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
