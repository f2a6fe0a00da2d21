import { afterAll, beforeAll, expect, test } from "vitest";
import { openServices, type TestServices } from "../support/services.ts";

let site: TestServices;
beforeAll(async () => {
  site = await openServices();
});
afterAll(() => site.close());

const post = (body: BodyInit) => new Request("http://site.test/contract", { method: "POST", body });

test("an order over the limit is read, so that its page shows it again, and scripts get their own reply", async () => {
  const receive = (body: BodyInit) => site.services.orders.receive(post(body), "192.0.2.1");
  // What cannot be read counts, too.
  for (let index = 0; index < 270; index++) expect((await receive("{}")).status).toBe(415);
  const fields = { "contactInfo.email": "ada@example.com", wish: "A logo" };
  const plain = await receive(new URLSearchParams(fields));
  expect([plain.status, plain.scripted, Object.fromEntries(plain.form ?? [])]).toEqual([429, false, fields]);
  const scripted = await receive(new URLSearchParams({ ...fields, intent: "check" }));
  expect([scripted.status, scripted.scripted, scripted.result.status]).toEqual([429, true, "failed"]);
});
