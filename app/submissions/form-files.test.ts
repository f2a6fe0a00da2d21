import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { AppError } from "../platform/errors.ts";
import { readForm } from "../platform/http/form-body.server.ts";

const NAMES = ["name", "colors"];
const MANY = ["colors"];

/** Sends the bytes as a connection delivers them: Node's own FormData body does not survive being cancelled midway. */
async function request(body: BodyInit, headers: Record<string, string>, method = "POST") {
  const whole = new Response(body);
  const type = whole.headers.get("content-type");
  const bytes = body instanceof ReadableStream ? body : new Uint8Array(await whole.arrayBuffer());
  const init: RequestInit & { duplex: "half" } = {
    method,
    body: bytes,
    headers: {
      ...(body instanceof FormData || body instanceof URLSearchParams ? { "content-type": type ?? "" } : {}),
      ...headers,
    },
    duplex: "half",
  };
  return new Request("http://site.test/", init);
}

async function read(body: BodyInit, headers: Record<string, string> = {}, method = "POST") {
  const files: [string, string][] = [];
  const onFile = async (stream: Readable, name: string) => void files.push([name, await text(stream)]);
  const form = await readForm(await request(body, headers, method), NAMES, {
    many: MANY,
    files: { name: "files", onFile },
  });
  return { fields: [...form], files };
}

const status = (reading: Promise<unknown>) =>
  reading.then(
    () => 200,
    (error: unknown) => (error instanceof AppError ? error.status : error),
  );

function multipart(...entries: [string, string | File][]) {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const URLENCODED = { "content-type": "application/x-www-form-urlencoded" };

describe("a form", () => {
  test("of either kind gives the fields that are wanted", async () => {
    const entries: [string, string][] = [
      ["name", "Ada Löve\r\nlace"],
      ["colors", "a"],
      ["colors", "b"],
      ["other", "x"],
    ];
    for (const body of [multipart(...entries), new URLSearchParams(entries)]) {
      expect((await read(body)).fields).toEqual(entries.slice(0, 3));
    }
  });

  test("hands over files in their order, and not the input that nobody used", async () => {
    const body = multipart(
      ["files", new File([], "")],
      ["files", new File(["one"], "a.pdf")],
      ["name", "Ada"],
      ["files", new File(["two"], "b c.pdf", { type: "application/pdf" })],
    );
    expect(await read(body)).toEqual({
      fields: [["name", "Ada"]],
      files: [
        ["a.pdf", "one"],
        ["b c.pdf", "two"],
      ],
    });
  });
});

describe("is refused", () => {
  test.each<[string, number, () => Promise<unknown>]>([
    ["another method", 405, () => read("x", URLENCODED, "PUT")],
    ["JSON", 415, () => read("{}", { "content-type": "application/json" })],
    ["no type", 415, () => read(new Blob(["x"]))],
    ["multipart without a boundary", 400, () => read("x", { "content-type": "multipart/form-data" })],
    [
      "multipart that is none",
      400,
      () => read("--nonsense", { "content-type": "multipart/form-data; boundary=x" }),
    ],
    [
      "multipart that breaks off",
      400,
      () =>
        read('--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nAda', {
          "content-type": "multipart/form-data; boundary=x",
        }),
    ],
    ["a field given twice", 400, () => read("name=a&name=b", URLENCODED)],
    ["a file where text belongs", 400, () => read(multipart(["name", new File(["x"], "x.pdf")]))],
    ["one field that is too large", 413, () => read(`name=${"x".repeat(70_000)}`, URLENCODED)],
    [
      "fields that are too large together",
      413,
      () => read(`${`x=${"x".repeat(60_000)}&`.repeat(20)}`, URLENCODED),
    ],
    ["very many fields", 400, () => read("a=b&".repeat(1_000), URLENCODED)],
    [
      "very many files",
      400,
      () =>
        read(
          multipart(
            ...Array.from({ length: 50 }, (_, n) => ["files", new File(["x"], `${n}.pdf`)] as [string, File]),
          ),
        ),
    ],
  ])("%s: %i", async (_what, expected, reading) => {
    expect(await status(reading())).toBe(expected);
  });

  test("whatever a file's taker says", async () => {
    const posted = await request(multipart(["files", new File(["x"], "a.pdf")]), {});
    const onFile = async (stream: Readable) => {
      stream.resume();
      throw new AppError("storage/quota-exceeded", "full", { status: 402 });
    };
    expect(await status(readForm(posted, NAMES, { files: { name: "files", onFile } }))).toBe(402);
  });

  test("a body that is cut off", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(
          new TextEncoder().encode(
            '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\nhalf',
          ),
        );
        controller.error(new Error("cut off"));
      },
    });
    expect(await status(read(body, { "content-type": "multipart/form-data; boundary=x" }))).toBe(400);
  });
});
