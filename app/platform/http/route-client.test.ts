import { describe, expect, test } from "vitest";
import { callAction } from "./route-client.ts";

const refused = (status: number) => ({ status, statusText: "", internal: false, data: "" });

test("returns what the action returns", async () => {
  expect(await callAction(async () => ({ status: "invalid" }))).toEqual({ status: "invalid" });
});

describe("a failure is told as one", () => {
  test.each([
    ["no network", new TypeError("Failed to fetch"), "unavailable"],
    ["a proxy's page", new Error("Unable to decode turbo-stream response"), "unavailable"],
    ["a refusal", refused(403), "permission-denied"],
    ["a throttle", refused(429), "unavailable"],
    ["a body that is too large", refused(413), "internal"],
  ])("%s", async (_name, error, code) => {
    expect(await callAction(() => Promise.reject(error))).toMatchObject({ status: "failed", code });
  });

  test("no response in time", async () => {
    expect(await callAction(() => new Promise(() => {}), 5)).toMatchObject({
      status: "failed",
      code: "unavailable",
    });
  });
});

test("a redirect goes on to the router", async () => {
  const redirect = new Response(null, { status: 302, headers: { location: "/account" } });
  await expect(callAction(() => Promise.reject(redirect))).rejects.toBe(redirect);
});
