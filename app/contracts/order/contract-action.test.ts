import { expect, test } from "vitest";
import { contractClientAction } from "./contract-action.ts";

const sent = (serverAction: () => Promise<unknown>) =>
  contractClientAction({ serverAction } as Parameters<typeof contractClientAction>[0]);
const judged = (status: number) => Promise.reject({ status, statusText: "", internal: false, data: "" });

test.each([
  [
    "no network",
    () => Promise.reject(new TypeError("Failed to fetch")),
    "Network error. Please check your connection and try again.",
  ],
  ["a proxy without a site", () => judged(502), "Error submitting contract. Please try again."],
  ["a refusal", () => judged(403), "Error submitting contract. Please try again."],
])("an order with %s is told so", async (_name, serverAction, message) => {
  expect(await sent(serverAction)).toEqual({ status: "failed", message });
});
