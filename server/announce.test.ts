import { clientFor, serveLake } from "lakelet/testing";
import { beforeEach, expect, test } from "vitest";
import { parseEnv } from "../app/platform/env.server.ts";
import { opened } from "../tests/support/opened.ts";
import { adminHint, summaryOf, switchedOff } from "./announce.ts";

const lake = opened(serveLake);
beforeEach(() => lake.client.delete({ query: '*[_type == "account"]' }));

const ADMINS = { ADMIN_EMAILS: "Ada@example.com, grace@example.com" };
const hint = (env: Record<string, string>, client = lake.client) => adminHint(parseEnv(env), client);

test("without ADMIN_EMAILS: set it", async () => {
  expect(await hint({})).toContain("ADMIN_EMAILS");
});

test("without an account: how to create it", async () => {
  await lake.client.create({ _id: "account.eve", _type: "account", email: "eve@example.com" });
  expect(await hint(ADMINS)).toBe("no password yet: npm run admin:create -- ada@example.com");
});

test("nothing once an admin has an account, or with Google sign-in", async () => {
  expect(await hint({ ...ADMINS, GOOGLE_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b" })).toBeNull();
  await lake.client.create({ _id: "account.grace", _type: "account", email: "grace@example.com" });
  expect(await hint(ADMINS)).toBeNull();
});

test("nothing when the content store does not respond", async () => {
  expect(await hint(ADMINS, clientFor("http://127.0.0.1:9").withConfig({ maxRetries: 0 }))).toBeNull();
});

test.each([
  [{}, "(GA_MEASUREMENT_ID, or its field in the site settings)"],
  [{ GA_MEASUREMENT_ID: "GTM-AB12CD" }, "GA_MEASUREMENT_ID is not a measurement ID, such as G-AB12CD34EF"],
  [{ GA_MEASUREMENT_ID: "G-AB12CD34EF" }, undefined],
])("Google Analytics with %j: says why it is off", (env, reason) => {
  const line = switchedOff(parseEnv(env)).find((name) => name.startsWith("Google Analytics"));
  if (reason === undefined) expect(line).toBeUndefined();
  else expect(line).toContain(reason);
});

test.each([
  [{}, []],
  [{ PUBLIC_URL: "https://www.example.com", TRUST_PROXY: "true" }, ["Before"]],
  [{ PUBLIC_URL: "http://www.example.com" }, ["PUBLIC_URL", "TRUST_PROXY", "Before"]],
])("the summary with %j says what is missing for the public", (env: Record<string, string>, begin) => {
  const lines = summaryOf(parseEnv(env), null).matchAll(/^ {2}Public {4}(\w+).*$/gm);
  expect(Array.from(lines, ([, word]) => word)).toEqual(begin);
  expect(summaryOf(parseEnv(env), null).includes("npm run doctor")).toBe(begin.length > 0);
});
