import sharp from "sharp";
import { expect, test } from "vitest";
import { cameraMetadata } from "./exif.ts";

const ALL = { exif: true, location: true };

/** One directory whose entries all claim as many numbers as fit. */
function bomb(bytes: number): Buffer {
  const block = Buffer.alloc(bytes, 1);
  block.write("II*\0", 0, "latin1");
  block.writeUInt32LE(8, 4);
  const entries = Math.floor((bytes - 14) / 12);
  block.writeUInt16LE(entries, 8);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = 10 + entry * 12;
    block.writeUInt16LE(entry, at);
    block.writeUInt16LE(1, at + 2);
    block.writeUInt32LE(0xff_ff_ff_ff, at + 4);
    block.writeUInt32LE(0, at + 8);
  }
  return block;
}

test("a broken, hostile or huge block is like none", async () => {
  expect(cameraMetadata(undefined, ALL)).toEqual({});
  expect(cameraMetadata(Buffer.from("Exif\0\0nothing"), ALL)).toEqual({});
  expect(cameraMetadata(bomb(64 * 1024), ALL)).toEqual({});
  expect(cameraMetadata(bomb(64 * 1024 + 1), ALL)).toEqual({});
});

test("bytes, pointers and impossible places are left out", async () => {
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
    .jpeg()
    .withExif({
      IFD0: { Make: "x".repeat(600) },
      IFD2: { UserComment: "hello" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "91/1 0/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "1/1 0/1 0/1",
      },
    })
    .toBuffer();
  const { exif, image, location } = cameraMetadata((await sharp(bytes).metadata()).exif, ALL);
  expect(location).toBeUndefined();
  for (const tag of ["Make", "GPSTag", "ExifTag"]) expect(image).not.toHaveProperty(tag);
  expect(exif).toMatchObject({ PixelXDimension: 4 });
  expect(exif).not.toHaveProperty("UserComment");
});
