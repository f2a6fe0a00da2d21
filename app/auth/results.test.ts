import { expect, test } from "vitest";
import { codeFailureText, googleFailureText, isAuthCode, passwordFailureText } from "./results.ts";

/** Specification 8, "Identity library codes". */
const SPECIFIED = [
  "internal-error",
  "unauthorized-domain",
  "popup-blocked",
  "popup-closed-by-user",
  "cancelled-popup-request",
  "network-request-failed",
  "web-storage-unsupported",
  "invalid-api-key",
  "auth-domain-config-required",
  "already-initialized",
  "invalid-auth-event",
];

test("every specified code is one of ours, and nothing else is", () => {
  expect(SPECIFIED.filter((code) => !isAuthCode(`auth/${code}`))).toEqual([]);
  expect(["internal-error", "auth/", "auth/unknown", "", null].some(isAuthCode)).toBe(false);
});

test.each([
  [1, "1 second"],
  [20, "20 seconds"],
  [60, "60 seconds"],
  [61, "2 minutes"],
  [900, "15 minutes"],
])("a lock-out of %i s says so, and for how long", (retryAfterSeconds, wait) => {
  expect(passwordFailureText({ code: "auth/too-many-requests", retryAfterSeconds })).toBe(
    `Too many attempts. Please try again in ${wait}.`,
  );
  expect(passwordFailureText({ code: "auth/invalid-credential" })).toBe(
    "Failed to sign in. Please check your credentials.",
  );
});

test("who closed the Google window reads nothing, who could not open it what to do, everybody else that it failed", () => {
  expect(googleFailureText("auth/popup-closed-by-user")).toBeNull();
  expect(googleFailureText("auth/cancelled-popup-request")).toBeNull();
  expect(googleFailureText("auth/popup-blocked")).toBe("Your browser blocked the Google window.");
  expect(googleFailureText("auth/too-many-requests")).toMatch(/^Too many attempts/);
  for (const code of ["auth/internal-error", "auth/unverified-email", "auth/invalid-api-key"] as const)
    expect(googleFailureText(code)).toBe("Failed to sign in with Google.");
});

test("a wrong or used code says so, and a lock-out for how long", () => {
  const refused = { code: "auth/invalid-credential" } as const;
  expect(codeFailureText(refused, false)).toBe(
    "This code is wrong or was used already. Please enter the code that the app shows now.",
  );
  expect(codeFailureText(refused, true)).toBe(
    "This recovery code is wrong or was used already. Please enter another one.",
  );
  expect(codeFailureText({ code: "auth/too-many-requests", retryAfterSeconds: 20 }, false)).toMatch(
    /20 seconds/,
  );
});
