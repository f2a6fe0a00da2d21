import { encodeSignatureHeader } from "@sanity/webhook";
import { describe, expect, it } from "vitest";
import { createReceiveBody } from "./body-limits.ts";
import type { ContentChange } from "./page-cache/purge.ts";
import { createWebhook } from "./webhook.ts";

const SECRET = "a secret of this test";
const NOW = Date.parse("2026-06-01T12:00:00Z");
const BODY = JSON.stringify({ _id: "homePage", _type: "homePage" });

function serve(secret: string | undefined = SECRET, results: boolean[] = []) {
  const received: ContentChange[] = [];
  const handle = createWebhook({
    secret,
    onChange: async (changes) => {
      received.push(...changes);
      return results.shift() ?? true;
    },
    receiveBody: createReceiveBody(),
    now: () => NOW,
  });
  const url = "http://site.test/webhooks/sanity";
  const post = async (body: string, headers: Record<string, string>) =>
    (await handle(new Request(url, { method: "POST", body, headers }), "192.0.2.1")).status;
  return { received, post, get: async () => (await handle(new Request(url), "192.0.2.1")).status };
}

const signed = async (body = BODY, at = NOW, secret = SECRET) => ({
  "sanity-webhook-signature": await encodeSignatureHeader(body, at, secret),
});

describe("the webhook", () => {
  it("reports the changed document", async () => {
    const { received, post } = serve();
    expect(await post(BODY, await signed())).toBe(200);
    expect(received).toEqual([{ id: "homePage", types: ["homePage"] }]);
  });

  it("counts each delivery once, repeated or signed anew", async () => {
    const { received, post } = serve();
    const first = { ...(await signed()), "idempotency-key": "one" };
    expect(await post(BODY, first)).toBe(200);
    expect(await post(BODY, { ...first, "idempotency-key": "two" })).toBe(200);
    expect(await post(BODY, { ...(await signed(BODY, NOW - 1000)), "idempotency-key": "one" })).toBe(200);
    expect(received).toHaveLength(1);
  });

  it("asks for another attempt until every process has the change, and then counts it", async () => {
    const { received, post } = serve(SECRET, [false, true]);
    const attempt = async (at: number) => ({ ...(await signed(BODY, at)), "idempotency-key": "one" });
    expect(await post(BODY, await attempt(NOW - 30_000))).toBe(503);
    expect(await post(BODY, await attempt(NOW))).toBe(200);
    expect(await post(BODY, await attempt(NOW))).toBe(200);
    expect(received).toHaveLength(2);
  });

  it("rejects a signature that is missing, foreign, for another body, too old or from the future", async () => {
    const { received, post } = serve();
    expect(await post(BODY, {})).toBe(401);
    expect(await post(BODY, { "sanity-webhook-signature": "nonsense" })).toBe(401);
    expect(await post(BODY, await signed(BODY, NOW, "another secret"))).toBe(401);
    expect(await post(BODY.replace("homePage", "aboutPage"), await signed())).toBe(401);
    expect(await post(BODY, await signed(BODY, NOW - 6 * 60_000))).toBe(401);
    expect(await post(BODY, await signed(BODY, NOW + 2 * 60_000))).toBe(401);
    expect(received).toEqual([]);
  });

  it("rejects a signed but invalid payload", async () => {
    const { received, post } = serve();
    for (const body of ["nonsense", "{}", "[]", "null", '{"_id":1,"_type":"x"}', '{"_id":"","_type":"x"}'])
      expect(await post(body, await signed(body))).toBe(400);
    const large = JSON.stringify({ _id: "a", _type: "b", text: "x".repeat(300_000) });
    expect(await post(large, await signed(large))).toBe(413);
    expect(received).toEqual([]);
  });

  it("takes POST only, and is a 404 without a secret", async () => {
    expect(await serve().get()).toBe(405);
    expect(await serve("").post(BODY, await signed())).toBe(404);
  });
});
