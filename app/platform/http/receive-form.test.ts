import { expect, test, vi } from "vitest";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { receiveForm, reply } from "./receive-form.server.ts";

const tooMany = new AppError("too-many-requests", "slow down");
const limit = () => Promise.reject(tooMany);
const post = (body: BodyInit) => new Request("http://site.test/form", { method: "POST", body });

/** Posts a form whose sender is over the limit. Returns what the reply is made of. */
async function refused(request: Request, schema?: z.ZodType<object>) {
  const failed = vi.fn((cause: unknown) => reply({ cause }, 429));
  const onFile = vi.fn(() => Promise.reject(new Error("stored")));
  const rules = {
    limit,
    names: ["email", "password"],
    secret: ["password"],
    body: { files: { name: "file", onFile } },
    ...(schema ? { schema } : {}),
    failed,
  };
  const { status } = await receiveForm(request, rules, () => expect.fail("handled"));
  expect([status, onFile.mock.calls]).toEqual([429, []]);
  expect(failed).toHaveBeenCalledOnce();
  return failed.mock.calls[0] as unknown[] as [unknown, unknown, FormData | undefined];
}

test("a sender over the limit gets back what was typed, without secrets and without errors", async () => {
  const schema = z.object({ email: z.email(), password: z.string() });
  const request = post(new URLSearchParams({ email: "ada", password: "engine" }));
  const [cause, typed] = await refused(request, schema);
  expect([cause, typed]).toEqual([tooMany, { initialValue: { email: "ada" } }]);
});

test("without a schema the form itself is given, whose files are not taken", async () => {
  const body = new FormData();
  body.set("email", "ada");
  body.set("file", new File(["x".repeat(1_000_000)], "large.pdf"));
  body.set("password", "engine");
  const [cause, typed, form] = await refused(post(body));
  expect([cause, typed, [...(form ?? [])]]).toEqual([
    tooMany,
    undefined,
    [
      ["email", "ada"],
      ["password", "engine"],
    ],
  ]);
});

test("over the limit the bytes of files that are read have a bound", async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="large.pdf"\r\n\r\n';
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(part)),
    pull(controller) {
      sent += 1;
      if (sent > 1000) controller.close();
      else controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const init = { method: "POST", headers, body, duplex: "half" };
  const request = new Request("http://site.test/form", init as RequestInit);
  expect(await refused(request)).toEqual([tooMany, undefined, undefined]);
  expect(sent).toBeLessThan(200);
});

test("a form over the limit that cannot be read is over the limit", async () => {
  expect(await refused(post("{}"))).toEqual([tooMany, undefined, undefined]);
});
