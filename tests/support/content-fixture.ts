import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";

const image = (file: string) => ({
  _type: "image",
  _sanityAsset: `image@file://./images/${file}`,
  alt: "A field",
});

const DOCUMENTS = [
  {
    _id: "siteSettings",
    _type: "siteSettings",
    companyName: "Fixture",
    seo: { _type: "seo", image: image("red.png") },
  },
  // References a later document.
  { _id: "home", _type: "homePage", featured: [{ _key: "a", _type: "reference", _ref: "project-1" }] },
  {
    _id: "project-1",
    _type: "project",
    title: "One",
    image: image("red.png"),
    gallery: [{ _key: "g", ...image("blue.jpg") }],
    terms: { _type: "file", _sanityAsset: "file@file://./files/terms.txt" },
  },
  { _id: "drafts.project-1", _type: "project", title: "One, draft" },
  { _id: "contact.1", _type: "contactSubmission", name: "Private" },
];

/** Returns a folder with five documents, two images and a file, in the format of the import. */
export async function writeFixture(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "content-"));
  mkdirSync(join(directory, "images"));
  mkdirSync(join(directory, "files"));
  const field = (background: string) => sharp({ create: { width: 30, height: 20, channels: 3, background } });
  await field("red").png().toFile(join(directory, "images/red.png"));
  await field("blue").jpeg().toFile(join(directory, "images/blue.jpg"));
  writeFileSync(join(directory, "files/terms.txt"), "the terms");
  writeFileSync(join(directory, "data.ndjson"), DOCUMENTS.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return directory;
}
