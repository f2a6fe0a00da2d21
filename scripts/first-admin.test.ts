import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findAccount } from "../app/auth/accounts.server.ts";
import { verifyPassword } from "../app/auth/passwords.server.ts";
import { parseEnv } from "../app/platform/env.server.ts";
import { openTarget } from "./content/target.ts";
import { adminEmailsOf, firstAdmin } from "./first-admin.ts";

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "first-admin-"));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const env = (more: Record<string, string> = {}) => parseEnv({ DATA_DIR: dataDir, ...more });

it.each([
  ["admins have names", { ADMIN_EMAILS: "ada@example.com" }],
  ["the site listens on the network", { HOST: "0.0.0.0" }],
  ["the site has a public address", { PUBLIC_URL: "https://harborlight.example" }],
  ["a proxy brings strangers", { TRUST_PROXY: "1" }],
  ["the content is hosted", { SANITY_PROJECT_ID: "abc12345" }],
  ["the lake is another machine's", { SANITY_API_HOST: "http://127.0.0.1:9/lake" }],
])("nobody is let in where %s", async (_, more) => {
  expect(await firstAdmin(env(more))).toBeNull();
  expect(existsSync(join(dataDir, "first-admin.json"))).toBe(false);
});

it("is one account, with a password that only the owner of the directory can read", async () => {
  const admin = await firstAdmin(env());
  expect(admin?.password).toMatch(/^[\w-]{20}$/);
  expect(await firstAdmin(env())).toEqual(admin);
  expect(adminEmailsOf(env())).toEqual(["admin@example.com"]);
  expect(adminEmailsOf(env({ ADMIN_EMAILS: "ada@example.com" }))).toEqual(["ada@example.com"]);
  expect(adminEmailsOf(env({ HOST: "0.0.0.0" }))).toEqual([]);
  expect(statSync(join(dataDir, "first-admin.json")).mode & 0o777).toBe(0o600);
  const target = await openTarget(env());
  const account = await findAccount(target.client, "admin@example.com");
  await target.close();
  expect(await verifyPassword(admin?.password ?? "", account?.passwordHash ?? "")).toBe(true);
});
