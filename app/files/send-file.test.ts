import { describe, expect, test } from "vitest";
import { uploadFailure, isWorthRetrying, retryPauses } from "./send-file.ts";
import { RETRY_FOR_MS } from "./upload-rules.ts";

describe("pauses", () => {
  test.each([0, 0.5, 0.999])(
    "grow to half a minute and last as long as is waited for (chance %d)",
    (chance) => {
      const pauses = retryPauses(() => chance);
      const total = pauses.reduce((sum, pause) => sum + pause, 0);
      expect(total).toBeGreaterThanOrEqual(RETRY_FOR_MS);
      expect(total).toBeLessThan(RETRY_FOR_MS * 1.3);
      expect(pauses[0]).toBeLessThan(700);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(37_500);
      expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    },
  );
});

describe("worth another attempt (docs/specification.md, section 9)", () => {
  test.each([0, 408, 423, 429, 500, 502, 503, 504, 599])("%i", (status) => {
    for (const method of ["POST", "PATCH", "HEAD"]) expect(isWorthRetrying(status, method)).toBe(true);
  });
  test.each([400, 401, 402, 403, 404, 410, 413, 415, 460])("not %i", (status) => {
    for (const method of ["POST", "PATCH", "HEAD"]) expect(isWorthRetrying(status, method)).toBe(false);
  });
  test("409 says of a chunk that another request was faster", () => {
    expect(["PATCH", "POST"].map((method) => isWorthRetrying(409, method))).toEqual([true, false]);
  });
});

describe("what a failure says", () => {
  const lost = {
    code: "storage/retry-limit-exceeded",
    message: "The connection was lost. Please try again.",
  };
  const unknown = { code: "storage/unknown", message: "This file could not be uploaded." };
  test.each([
    [
      415,
      '{"code":"storage/invalid-format","message":"No."}',
      { code: "storage/invalid-format", message: "No." },
    ],
    [0, "", lost],
    [503, "<html>", lost],
    [429, "", lost],
    [403, "not json", unknown],
    [400, '{"code":1}', unknown],
    [400, "null", unknown],
  ])("%i %j", (status, body, failure) => expect(uploadFailure(status, body)).toEqual(failure));
});
