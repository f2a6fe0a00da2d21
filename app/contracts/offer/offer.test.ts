import { expect, test } from "vitest";
import { formatOfferTime } from "../../model/contracts/offer.ts";

test("the end of an offer names the time zone that it is in", () => {
  expect(formatOfferTime("2026-12-21T14:05:00Z").replaceAll(/\s/gu, " ")).toBe(
    "December 21, 2026 at 9:05 AM EST",
  );
  expect(formatOfferTime("2026-07-21T14:05:00Z")).toContain("EDT");
});
