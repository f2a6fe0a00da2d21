import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveLake, type ServedLake } from "lakelet/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contractEmails } from "../../app/contracts/billing/emails/emails.server.ts";
import { getContract, type StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import type { ContractEvent } from "../../app/model/contracts/history.ts";
import { byHandRefunded } from "../../app/model/contracts/payments.ts";
import { runScript } from "../support/process.ts";

/** Contracts as the version before stored them, with the emails that it derived from each. */
const OLD = readFileSync(new URL("../support/old-contracts.ndjson", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as { contract: StoredContract & { _type: string }; emails: string[] });
const [EVERYTHING, , HOSTED] = OLD.map(({ contract }) => contract._id);

const SITE = {
  publicUrl: "https://site.example",
  adminEmails: ["grace@example.com"],
  secret: "of the tests",
};
/** Days on which what happened is news. */
const DAYS = ["2026-11-25", "2026-12-29", "2027-02-21", "2027-10-26"];

let dataDir: string;
let lake: ServedLake;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "upgrade-"));
  lake = await serveLake({ directory: join(dataDir, "lake") });
  for (const { contract } of OLD) await lake.writer.create(contract);
});
afterEach(async () => {
  await lake.close();
  rmSync(dataDir, { recursive: true });
});

const upgrade = () => runScript("upgrade", [], { DATA_DIR: dataDir, PORT: new URL(lake.origin).port });

const read = async (id = "") => {
  const contract = await getContract(lake.store.readClient, id);
  if (!contract) throw new Error(`No contract ${id}`);
  return contract;
};
const stored = (id = "") => lake.client.getDocument(id) as Promise<StoredContract>;

/** Ids and subjects of all emails of a contract. */
const emailsOf = (contract: StoredContract): string[] => {
  const jobs = DAYS.flatMap((day) =>
    contractEmails({ ...SITE, hasDigest: false }, contract, new Date(`${day}T15:00:00.000Z`)),
  );
  return [
    ...new Set(jobs.map(({ id, body }) => `${id} ${(body as { subject: string }).subject}`)),
  ].toSorted();
};

const factsOf = ({ history = [] }: StoredContract) =>
  history.map(({ kind, invoice, date, byHand }: ContractEvent) =>
    [kind, invoice, date, byHand && "by hand"].filter(Boolean).join(" "),
  );

test("a contract that was not upgraded is read right: the same emails, the same refunds", async () => {
  for (const { contract, emails } of OLD) expect(emailsOf(await read(contract._id))).toEqual(emails);
  expect(byHandRefunded(await read(EVERYTHING))).toBe(1_000);
  expect(byHandRefunded(await stored(EVERYTHING))).toBe(0);
});

test("the facts of its events become fields, once", async () => {
  const before = await read(EVERYTHING);
  expect(await upgrade()).toEqual({ code: 0, output: "Contracts upgraded: 3.\n" });
  const upgraded = await stored(EVERYTHING);
  expect(factsOf(upgraded)).toEqual([
    "placed",
    "invoiced INV-2026-0001",
    "received INV-2026-0001",
    "credited INV-2026-0002",
    "invoice-reminded INV-2026-0001",
    "received INV-2026-0001",
    "refunded by hand",
    "invoiced INV-2027-0001",
    "renewal-reminded 2027-11-20",
    "invoiced INV-2027-0002",
    "invoiced INV-2027-0003",
    "invoice-reminded INV-2027-0001",
  ]);
  expect(upgraded.history).toEqual(before.history);
  expect(factsOf(await stored(HOSTED))).toEqual([
    "placed",
    "invoiced E51C21E3-0001",
    "received E51C21E3-0001",
  ]);
  for (const { contract, emails } of OLD) expect(emailsOf(await stored(contract._id))).toEqual(emails);

  expect(await upgrade()).toEqual({ code: 0, output: "Nothing to upgrade.\n" });
  expect((await stored(EVERYTHING))._rev).toBe(upgraded._rev);
});

test("what was cut off goes on, and two at once are one", async () => {
  const { history } = await read(EVERYTHING);
  await lake.writer
    .patch(EVERYTHING ?? "")
    .set({ history: history ?? [] })
    .commit();
  const both = await Promise.all([upgrade(), upgrade()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  const counts = both.map(({ output }) => Number(/upgraded: (\d+)/.exec(output)?.[1] ?? 0));
  expect(counts.reduce((sum, count) => sum + count)).toBe(2);
  for (const { contract, emails } of OLD) expect(emailsOf(await stored(contract._id))).toEqual(emails);
});
