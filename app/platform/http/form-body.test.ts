import type { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readForm, readJson } from "./form-body.server.ts";

const post = (body: BodyInit, type?: string) =>
  new Request("http://site.test/x", {
    method: "POST",
    body,
    ...(type ? { headers: { "content-type": type } } : {}),
  });
const URLENCODED = "application/x-www-form-urlencoded";

test("reads the named fields of both kinds of form and nothing else", async () => {
  const multipart = new FormData();
  multipart.set("name", "Zoë");
  multipart.set("__intent__", "x");
  for (const request of [post("name=Zo%C3%AB&admin=1", `${URLENCODED};charset=UTF-8`), post(multipart)]) {
    const form = await readForm(request, ["name", "email"]);
    expect([...form]).toEqual([["name", "Zoë"]]);
  }
});

test.each([
  ["JSON", () => post("{}", "application/json"), 415],
  ["plain text", () => post("name=x"), 415],
  ["multipart without a boundary", () => post("name=x", "multipart/form-data"), 400],
  [
    "multipart cut short",
    () =>
      post('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nx', "multipart/form-data; boundary=b"),
    400,
  ],
  ["a repeated field", () => post("name=a&name=b", URLENCODED), 400],
  ["two megabytes", () => post(`name=${"x".repeat(2_000_000)}`, URLENCODED), 413],
  ["another method", () => new Request("http://site.test/x", { method: "PUT", body: "name=x" }), 405],
])("refuses %s", async (_name, request, status) => {
  await expect(readForm(request(), ["name"])).rejects.toMatchObject({ name: "AppError", status });
});

test("refuses a file where text belongs", async () => {
  const form = new FormData();
  form.set("name", new File(["x"], "x.txt"));
  // Node's own body of a FormData does not like to be given up half-way.
  const whole = new Response(form);
  const type = whole.headers.get("content-type") ?? "";
  const request = post(await whole.arrayBuffer(), type);
  await expect(readForm(request, ["name"])).rejects.toMatchObject({ status: 400 });
});

test("counts the bytes of a body that does not say its length, and stops reading", async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(32 * 1024));
    },
  });
  const request = new Request("http://site.test/x", {
    method: "POST",
    body,
    headers: { "content-type": URLENCODED },
    duplex: "half",
  } as RequestInit);
  await expect(readForm(request, ["name"])).rejects.toMatchObject({ status: 413 });
  expect(pulled).toBeLessThan(6);
});

test("keeps fields of known patterns, and no others", async () => {
  const body = "lines[3].price=1&lines[4294967294].price=2&lines[3].price[9]=3&x[4294967294]=4";
  const form = await readForm(post(body, URLENCODED), [/^lines\[\d\]\.price$/]);
  expect([...form]).toEqual([["lines[3].price", "1"]]);
});

test("a large field does not count towards the text, and has a limit of its own", async () => {
  const large = { signature: 200_000 };
  const read = (signature: number, name: number) =>
    readForm(
      post(`signature=${"x".repeat(signature)}&name=${"x".repeat(name)}`, URLENCODED),
      ["name", "signature"],
      { large },
    );
  expect([...(await read(200_000, 60_000)).keys()]).toEqual(["signature", "name"]);
  await expect(read(200_001, 1)).rejects.toMatchObject({ status: 413 });
  await expect(read(1, 66_000)).rejects.toMatchObject({ status: 413 });
});

test.each([
  ["fields", "a=1&".repeat(201)],
  ["fields without a name", "&".repeat(201)],
  ["fields without a value", "a&".repeat(201)],
])("takes 200 %s and no more", async (_name, body) => {
  await expect(readForm(post(body, URLENCODED), ["a"])).rejects.toMatchObject({ status: 400 });
});

test("reads JSON of its own type and size", async () => {
  expect(await readJson(post('{"a":1}', "application/json; charset=utf-8"))).toEqual({ a: 1 });
  await expect(readJson(post("{}"))).rejects.toMatchObject({ status: 415 });
  await expect(readJson(post("{", "application/json"))).rejects.toMatchObject({ status: 400 });
  await expect(readJson(post(`"${"x".repeat(17_000)}"`, "application/json"))).rejects.toMatchObject({
    status: 413,
  });
});

test("reads on behind a file that is given up in the middle", async () => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(3_000_000)]), "large.pdf");
  form.append("file", new Blob(["second"]), "small.pdf");
  form.append("text", "after");
  const came: string[] = [];
  async function onFile(stream: Readable, name: string) {
    came.push(name);
    await stream[Symbol.asyncIterator]().next();
    stream.destroy();
  }
  const read = await readForm(post(form), ["text"], { files: { name: "file", onFile } });
  expect([read.get("text"), came]).toEqual(["after", ["large.pdf", "small.pdf"]]);
});
