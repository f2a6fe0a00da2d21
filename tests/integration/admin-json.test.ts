import { serveLake } from "lakelet/testing";
import { beforeAll, expect, test } from "vitest";
import { createDetails } from "../../app/admin/details.server.ts";
import { createTables } from "../../app/admin/tables.server.ts";
import { opened } from "../support/opened.ts";
import { readCsv } from "../support/read-table.ts";
import { sampleContract, sampleQuestionnaire } from "../support/sample-submissions.ts";

// What is in the files that admins and bookkeepers download of one submission.

const FILE = { _key: "a", name: "a.pdf", url: "/admin/files/1", type: "application/pdf" };
const PRIVATE = {
  secretHash: "hash-of-a-link",
  adminNotes: "Never mind",
  signature: "data:,",
  offer: { version: 1 },
  laterField: "nobody has decided yet",
};

const lake = opened(serveLake);
const report = (error: unknown) => {
  throw error;
};
const deps = () => ({
  adminClient: lake.client,
  secret: "a secret of sixteen or more",
  publicUrl: "https://site.test",
  clock: () => new Date("2026-11-28T12:00:00Z"),
});
const details = () => createDetails({ ...deps(), stripeDashboard: null, report });

beforeAll(async () => {
  const questionnaire = { ...sampleQuestionnaire(5), additionalInfo: { attachments: [FILE, { _key: "b" }] } };
  await lake.client.createOrReplace(questionnaire);
  await lake.client.createOrReplace({ ...sampleContract(8), ...PRIVATE });
});

test("a questionnaire has the id of its file's name, and whole addresses of its files", async () => {
  expect(await details().whole("questionnaires", "questionnaire.sample-5", "admin")).toMatchObject({
    _id: "questionnaire.sample-5",
    id: "sample-5",
    additionalInfo: { attachments: [{ ...FILE, url: "https://site.test/admin/files/1" }, { _key: "b" }] },
  });
  const tables = createTables({ ...deps(), report: () => report });
  const csv = await tables.export("questionnaires", "csv", new URLSearchParams());
  expect(readCsv(await csv.text())).toMatchObject([
    { Attachments: "a.pdf; ", "Links to attachments": "https://site.test/admin/files/1; " },
  ]);
});

test("an admin gets the whole contract, a bookkeeper its named fields", async () => {
  const whole = await details().whole("contracts", "contract.sample-8", "admin");
  expect(whole).toMatchObject({ ...PRIVATE, id: "sample-8" });
  const seen = await details().whole("contracts", "contract.sample-8", "bookkeeper");
  const { contactInfo, lines, payment, history } = sampleContract(8);
  expect(seen).toMatchObject({ id: "sample-8", total: 186_800, contactInfo, lines, payment, history });
  expect(Object.keys(seen).filter((name) => name in PRIVATE)).toEqual([]);
});
