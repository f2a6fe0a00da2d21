import sharp from "sharp";
import { expect, test } from "vitest";
import { drawIcon, isIconName } from "./icons.server.ts";

const own = { look: undefined, picture: null, darkPicture: null };
const look = { accent: { light: "#7a1f5c", dark: null } };

const square = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

test.each([
  ["favicon-32.png", 32],
  ["apple-touch-icon.png", 180],
  ["icon-192.png", 192],
  ["icon-512.png", 512],
  ["icon-maskable-512.png", 512],
])("%s has the size of its name, with and without an owner's picture", async (name, size) => {
  const picture = await square("#7a1f5c");
  const icons = await Promise.all([
    drawIcon(name, own),
    drawIcon(name, { ...own, look }),
    drawIcon(name, { ...own, picture }),
  ]);
  for (const icon of icons)
    expect(await sharp(icon).metadata()).toMatchObject({ width: size, height: size, format: "png" });
  expect(icons[0].length).toBeLessThan(10_000);
  expect(icons[2].equals(icons[0])).toBe(false);
});

test("the icon of tabs has a color or picture for each theme", async () => {
  const words = async (source: Parameters<typeof drawIcon>[1]) =>
    (await drawIcon("favicon.svg", source)).toString();
  expect(await words(own)).toContain(".beam{fill:#0a7a80}");
  expect(await words({ ...own, look })).toContain(".beam{fill:#7a1f5c}");
  const [picture, darkPicture] = await Promise.all([square("#7a1f5c"), square("#ffffff")]);
  expect((await words({ ...own, picture })).match(/<image/g)).toHaveLength(1);
  expect((await words({ ...own, picture, darkPicture })).match(/<image/g)).toHaveLength(2);
  expect(await words({ ...own, picture: darkPicture })).not.toContain("<rect");
  const disc =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18"/></svg>';
  expect(await words({ ...own, picture: Buffer.from(disc) })).toMatch(
    /<rect .*dark\){rect{fill:#ffffff}}.*<image/,
  );
});

test("the icon of programs that read no page is that of tabs", async () => {
  const ico = await drawIcon("favicon.ico", { ...own, look });
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(ico.subarray(22).equals(await drawIcon("favicon-32.png", { ...own, look }))).toBe(true);
  expect(ico.equals(await drawIcon("favicon.ico", own))).toBe(false);
});

test("no other name is an icon", () => {
  for (const name of ["", "toString", "favicon.gif", "../favicon.svg"]) expect(isIconName(name)).toBe(false);
});
