import { expect, test } from "vitest";
import { opened } from "../../test/opened.ts";
import { serveLake } from "../testing/serve-lake.ts";

const lake = opened(() => serveLake());

async function stored(filename: string, content = `content of ${filename}`) {
  const { url } = await lake.client.assets.upload("file", Buffer.from(content), { filename });
  return url;
}

test.each([
  "page.html",
  "page.htm",
  "logo.svg",
  "feed.xml",
  "x.xhtml",
  "run.js",
  "run.mjs",
  "x.xsl",
  "mod.wasm",
  "film.swf",
])("%s is a download without a type to run as", async (filename) => {
  const { headers } = await fetch(await stored(filename));
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("content-disposition")).toBe(`attachment; filename=${filename}`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("sandbox");
});

test.each([
  ["plan.pdf", "application/pdf"],
  ["note.txt", "text/plain; charset=utf-8"],
  ["talk.mp3", "audio/mpeg"],
  ["film.mp4", "video/mp4"],
  ["photo.png", "image/png"],
])("%s may be shown in place as %s", async (filename, type) => {
  const { headers } = await fetch(await stored(filename));
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("content-disposition")).toBeNull();
});

test.each([
  ["data.zip", "application/zip"],
  ["letter.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["unknown.qqq", "application/octet-stream"],
])("%s is a download as %s", async (filename, type) => {
  const { headers } = await fetch(await stored(filename));
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("content-disposition")).toBe(`attachment; filename=${filename}`);
});

test("dl names the download", async () => {
  const url = await stored("report.pdf");
  const named = await fetch(`${url}?dl=J%C3%A4nner.pdf`);
  expect(named.headers.get("content-disposition")).toBe(
    "attachment; filename=\"J?nner.pdf\"; filename*=UTF-8''J%C3%A4nner.pdf",
  );
});

test("parts, HEAD and 304", async () => {
  const url = await stored("long.mp4", "0123456789");
  const part = await fetch(url, { headers: { range: "bytes=2-4" } });
  expect([part.status, await part.text()]).toEqual([206, "234"]);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  const etag = head.headers.get("etag") ?? "";
  expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("only stored names are found", async () => {
  const base = `${lake.origin}/files/local/production`;
  for (const name of ["..%2f..%2ftokens.json", `${"a".repeat(40)}.pdf`, "lake.db", "x"]) {
    expect([name, (await fetch(`${base}/${name}`)).status]).toEqual([name, 404]);
  }
});

test("deleting the document hides the file", async () => {
  const url = await stored("secret.txt");
  const [, sha1] = /([0-9a-f]{40})\.txt$/.exec(url) ?? [];
  await lake.client.delete(`file-${sha1}-txt`);
  expect((await fetch(url)).status).toBe(404);
});
