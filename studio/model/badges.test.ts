import { expect, test } from "vitest";
import { badgesOf } from "./badges.ts";

const labels = (document: Record<string, unknown> & { _type: string }) =>
  badgesOf(document).map(({ label, color }) => [label, color]);

test("new is primary, any other status is plain (specification 4)", () => {
  expect(labels({ _type: "contactSubmission" })).toEqual([["New", "primary"]]);
  expect(labels({ _type: "contactSubmission", adminStatus: "reviewed" })).toEqual([["Reviewed", undefined]]);
  expect(labels({ _type: "clientQuestionnaire", adminStatus: "closed" })).toEqual([["Closed", undefined]]);
});

test("a suspected submission says so, and why", () => {
  const message = { _type: "contactSubmission", adminStatus: "new", suspected: "no-mark" };
  expect(labels(message)).toEqual([
    ["New", "primary"],
    ["Suspected", "warning"],
  ]);
  expect(badgesOf(message)[1]?.title).toContain("did not come from this site's form");
  expect(labels({ _type: "newsletterSubscriber", suspected: "too-quick" })).toEqual([
    ["Suspected", "warning"],
  ]);
  expect(
    labels({ _type: "contract", adminStatus: "new", status: "completed", suspected: "no-mark" }),
  ).toEqual([["New", "primary"]]);
});

test("a contract says how it was paid, and whether that was taken back", () => {
  const stated = (paymentState: string, payment: object = {}) =>
    labels({ _type: "contract", paymentState, payment: { paymentStatus: "completed", ...payment } }).slice(1);
  expect(stated("paid", { disputed: true, refundedAmount: 500 })).toEqual([
    ["Paid", "success"],
    ["Disputed", "danger"],
    ["Partly refunded", "warning"],
  ]);
  expect(stated("waiting")).toEqual([["Waiting for payment", "warning"]]);
  expect(stated("overdue")).toEqual([["Overdue", "danger"]]);
  expect(stated("refunded", { refundedAmount: 500 })).toEqual([["Refunded", undefined]]);
  expect(stated("unheard")).toEqual([]);
});

test("a subscriber has no status; what is not for sale or not out yet says so", () => {
  expect(labels({ _type: "newsletterSubscriber" })).toEqual([]);
  expect(labels({ _type: "orderService", active: false })).toEqual([["Not for sale", "warning"]]);
  expect(labels({ _type: "orderService", active: true })).toEqual([]);
  expect(labels({ _type: "post", publishedAt: "9999-01-01T00:00:00Z" })).toEqual([
    ["Waits for its date", "primary"],
  ]);
  expect(labels({ _type: "post", publishedAt: "2020-01-01T00:00:00Z" })).toEqual([]);
});
