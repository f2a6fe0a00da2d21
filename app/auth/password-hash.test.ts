import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.server.ts";

test("knows the password again, in either spelling of its letters, and no other", async () => {
  const stored = await hashPassword("caf\u00e9 au lait 7");
  expect(await verifyPassword("caf\u00e9 au lait 7", stored)).toBe(true);
  expect(await verifyPassword("cafe\u0301 au lait 7", stored)).toBe(true);
  expect(await verifyPassword("cafe au lait 7", stored)).toBe(false);
  expect(await verifyPassword("", stored)).toBe(false);
});

test("two hashes of one password differ and hold nothing of it", async () => {
  const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).not.toBe(two);
  expect(one).not.toContain("horse");
  expect(one).toMatch(/^scrypt\$N=32768,r=8,p=3\$/);
});

test("a hash that was made with other parameters still counts", async () => {
  // Node: scryptSync("old password", Buffer.alloc(16), 32, { N: 1024, r: 8, p: 1 })
  const { scryptSync } = await import("node:crypto");
  const salt = Buffer.alloc(16);
  const key = scryptSync("old password", salt, 32, { N: 1024, r: 8, p: 1 });
  const stored = `scrypt$N=1024,r=8,p=1$${salt.toString("base64url")}$${key.toString("base64url")}`;
  expect(await verifyPassword("old password", stored)).toBe(true);
});

test("what is no hash is a fault, not a wrong password", async () => {
  await expect(verifyPassword("x", "plain text")).rejects.toMatchObject({ code: "internal" });
});
