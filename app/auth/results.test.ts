import { expect, test } from "vitest";
import { googleFailureText, isAuthCode, passwordFailureText } from "./results.ts";

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

test("wrong and throttled read the same", () => {
  const text = "Failed to sign in. Please check your credentials.";
  expect(passwordFailureText("auth/invalid-credential")).toBe(text);
  expect(passwordFailureText("auth/too-many-requests")).toBe(text);
});

test("who closed the Google window reads nothing, who could not open it what to do, everybody else that it failed", () => {
  expect(googleFailureText("auth/popup-closed-by-user")).toBeNull();
  expect(googleFailureText("auth/cancelled-popup-request")).toBeNull();
  expect(googleFailureText("auth/popup-blocked")).toBe("Your browser blocked the Google window.");
  for (const code of ["auth/internal-error", "auth/unverified-email", "auth/invalid-api-key"] as const)
    expect(googleFailureText(code)).toBe("Failed to sign in with Google.");
});
