import { expect, test } from "vitest";
import { opened } from "../support/opened.ts";
import { sampleContract, storeSamples } from "../support/sample-submissions.ts";
import { openServices } from "../support/services.ts";

// The lake of the site's own process answers without leaving the thread: what reads many documents has to let others in between.

/** Contracts that take at least four parts. */
const COUNT = 700;
const PARTS = 4;

const site = opened(async () => {
  const test = await openServices();
  await storeSamples(test.services.clients.writeClient as never, sampleContract, COUNT);
  return test;
});

/** Returns how often others had their turn meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await work();
  isOver = true;
  return turns;
}

const params = (search = "") => new URLSearchParams(search);
const tables = () => site.services.admin.tables;
const invoices = () => site.services.billing.invoices;

test.each<[what: string, work: () => Promise<unknown>]>([
  ["a search", () => tables().load("contracts", params("contracts-search=lovelace"))],
  ["a filter", () => tables().load("contracts", params("contracts-payment=due"))],
  ["an order", () => tables().load("contracts", params("contracts-sort=name"))],
  ["an export", async () => (await tables().export("contracts", "csv", params())).text()],
  [
    "a narrowed export",
    async () => (await tables().export("contracts", "csv", params("contracts-search=a"))).text(),
  ],
  ["a spreadsheet", async () => (await tables().export("contracts", "xlsx", params())).arrayBuffer()],
  ["the payments", async () => (await invoices().export("payments", "csv")).text()],
  ["the figures", () => site.services.admin.figures.load()],
])("%s lets others in between its parts", async (_what, work) => {
  expect(await turnsDuring(work)).toBeGreaterThanOrEqual(PARTS - 1);
});

test("finds all of them", async () => {
  expect(await tables().load("contracts", params("contracts-search=company"))).toMatchObject({
    status: "loaded",
    total: COUNT,
    page: 1,
  });
});
