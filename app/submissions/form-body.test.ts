import { expect, test } from "vitest";
import { readTextForm } from "./form-body.server.ts";

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
    const form = await readTextForm(request, ["name", "email"]);
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
  await expect(readTextForm(request(), ["name"])).rejects.toMatchObject({ name: "AppError", status });
});

test("refuses a file where text belongs", async () => {
  const form = new FormData();
  form.set("name", new File(["x"], "x.txt"));
  await expect(readTextForm(post(form), ["name"])).rejects.toMatchObject({ status: 400 });
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
  await expect(readTextForm(request, ["name"])).rejects.toMatchObject({ status: 413 });
  expect(pulled).toBeLessThan(6);
});
