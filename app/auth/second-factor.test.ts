import { Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import {
  newRecoveryCodes,
  newSecondFactor,
  newTotpSecret,
  stepOfCode,
  totpUri,
} from "./second-factor.server.ts";

/** RFC 6238, appendix B: its secret, and the last six digits of its codes. */
const RFC_SECRET = Secret.fromUTF8("12345678901234567890").base32;
const at = (seconds: number) => new Date(seconds * 1000);

describe("stepOfCode", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ])("knows the code of RFC 6238 at %i s", (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  test("takes the step before and the step after, and names the code's own", () => {
    const step = Math.floor(1_234_567_890 / 30);
    const found = [-60, -30, 0, 30, 60].map((offset) =>
      stepOfCode(RFC_SECRET, "005924", at(1_234_567_890 + offset)),
    );
    expect(found).toEqual([null, step, step, step, null]);
  });
});

test("the address for apps names site, account and secret", () => {
  const secret = newTotpSecret();
  const uri = new URL(totpUri(secret, { issuer: "example.com", email: "ada@example.com" }));
  expect(decodeURIComponent(uri.pathname)).toBe("/example.com:ada@example.com");
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: "example.com", digits: "6" });
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
});

test("recovery codes differ, and their hashes differ by account", () => {
  const { codes, hashes } = newRecoveryCodes("account.1");
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  expect(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
});

test("what is stored holds neither the secret nor a code", () => {
  const totpSecret = newTotpSecret();
  const options = { accountId: "account.1", secret: "session secret", step: 7, now: at(0) };
  const { secondFactor, recoveryCodes } = newSecondFactor(totpSecret, options);
  const stored = JSON.stringify(secondFactor);
  for (const secret of [
    totpSecret,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replaceAll("-", "")),
  ])
    expect(stored).not.toContain(secret);
  expect(secondFactor).toMatchObject({ lastStep: 7, setAt: "1970-01-01T00:00:00.000Z" });
});
