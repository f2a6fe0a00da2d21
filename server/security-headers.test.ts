import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

test("every answer carries them", () => {
  expect(securityHeaders(true)).toMatchObject({
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": expect.stringContaining("camera=(), "),
  });
});

test("a site on plain http promises no https", () => {
  expect(securityHeaders(false)).not.toHaveProperty("strict-transport-security");
});
