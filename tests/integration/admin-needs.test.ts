import { serveLake } from "lakelet/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { createNeeds } from "../../app/admin/needs.server.ts";
import { needLine, NEEDS, suspectedLine, type NeedLine } from "../../app/admin/needs.ts";
import { NEEDS_QUERY } from "../../app/admin/tables-query.ts";
import { createTables } from "../../app/admin/tables.server.ts";
import type { Role } from "../../app/model/roles.ts";
import { isTableKind, type TableResult } from "../../app/model/tables.ts";
import { opened } from "../support/opened.ts";
import { sampleContract, sampleMessage, sampleQuestionnaire } from "../support/sample-submissions.ts";

// "Needs you": what the dashboard begins with, and the rows that its links lead to.

const lake = opened(serveLake);
// The first time takes long on a busy machine, and what is tested has a limit.
beforeAll(() => lake.client.fetch(NEEDS_QUERY, { today: "2026-11-28" }));
const clock = () => new Date("2026-11-28T15:00:00Z");
const report = (error: unknown) => {
  throw error;
};

async function needs(role: Role = "admin", unsent: number | null = 0, isPublic = false) {
  const result = await createNeeds({
    adminClient: lake.client,
    isPublic,
    countUnsent: async () => unsent,
    clock,
    report,
  }).load(role);
  if (result.status === "failed") throw new Error("not counted");
  return result;
}

/** Returns the table that a line leads to. */
async function tableOf({ to }: NeedLine): Promise<Extract<TableResult, { status: "loaded" }>> {
  const { searchParams, hash } = new URL(to, "https://site.test");
  const kind = hash.slice(1);
  if (!isTableKind(kind)) throw new Error(`no table: ${to}`);
  const tables = createTables({
    adminClient: lake.client,
    secret: "a secret of sixteen or more",
    publicUrl: "https://site.test",
    clock,
    report: () => report,
  });
  const result = await tables.load(kind, searchParams);
  if (result.status === "failed") throw new Error("not loaded");
  return result;
}

const rowsOf = async (line: NeedLine) => (await tableOf(line)).rows.map(({ _id }) => _id).sort();

test("nothing waits in an empty store", async () => {
  expect(await needs()).toEqual({ status: "loaded", lines: [], suspected: null, demo: null });
});

test("what is still the demo's is counted, and orders of a public site wait for its payment details", async () => {
  const { client } = lake;
  const payment = { _id: "paymentSettings", _type: "paymentSettings", payee: "Harborlight LLC" };
  await client.create({ _id: "siteSettings", _type: "siteSettings", companyName: "Harborlight" });
  await client.create(payment);
  const home = { _id: "homePage", _type: "homePage" };
  await client.create(home);
  await client.create({ _id: "statistic-years", _type: "statistic", value: 10 });
  await client.create({ _id: "statistic-own", _type: "statistic", value: 1 });
  const { paymentState: _, ...sample } = sampleContract(0);
  const order = { ...sample, adminStatus: "closed" };
  await client.create(order);
  expect((await needs()).demo).toEqual({
    label: "documents are still the demo's",
    count: 4,
    to: "/studio",
  });
  expect((await needs("bookkeeper")).demo).toBeNull();
  expect((await needs()).lines).toEqual([]);
  expect((await needs("admin", 0, true)).lines).toMatchObject([
    { label: "Add your payment details", count: 1 },
  ]);
  // Changed, but not all of it.
  const before = { _createdAt: "2026-11-01T00:00:00Z" };
  const settings = { _id: "siteSettings", _type: "siteSettings", ...before };
  await client.createOrReplace({ ...settings, companyName: "Harborlight", tagline: "Buildings" });
  await client.create({ _id: "demoKept", _type: "demoKept", ids: ["statistic-years"] });
  await client.createOrReplace({ ...home, ...before });
  expect((await needs()).demo).toMatchObject({ count: 2 });
  await client.createOrReplace({ ...settings, companyName: "Vandermeer" });
  const service = { _id: "orderService-domainSetup", _type: "orderService" };
  await client.create(service);
  expect((await needs()).demo).toMatchObject({ count: 2 });
  await client.createOrReplace({ ...settings, companyName: "Vandermeer", offPages: ["pageIntro-contract"] });
  expect((await needs()).demo).toMatchObject({ label: "document is still the demo's", count: 1 });
  await client.createOrReplace({ ...payment, ...before, payee: "Vandermeer" });
  expect(await needs("admin", 0, true)).toMatchObject({ lines: [], demo: null });
  await client.delete(service._id);
  await client.delete(order._id);
});

const invoice = (dueOn: string, fields: object = {}) => ({
  _key: dueOn,
  number: `INV-${dueOn}`,
  kind: "invoice",
  status: "open",
  totalCents: 12_400,
  receivedCents: 0,
  dueOn,
  ...fields,
});
const event = (kind: string, day: string) => ({
  _key: `${kind}${day}`,
  kind,
  at: `2026-11-${day}T12:00:00Z`,
});
const CANCELLED = {
  requestedAt: "2026-11-20T12:00:00Z",
  by: "client",
  endsOn: "2027-02-20",
  ends: [],
  revocableUntil: "2027-02-20",
  confirmedAt: "",
  endedAt: "",
};

describe("a filled store", () => {
  const { paymentState: _, ...old } = sampleContract(0);
  const contract = (name: string, fields: object) => ({
    ...sampleContract(0),
    _id: `contract.${name}`,
    adminStatus: "closed",
    status: "invoice",
    paymentState: "due",
    ...fields,
  });
  const running = { subscription: { status: "past_due" } };
  const documents = [
    contract("declined", { status: "error", paymentState: "failed", adminStatus: "reviewed" }),
    contract("declined-closed", { status: "error", paymentState: "failed" }),
    contract("declined-renewal", { status: "completed", paymentState: "failed", ...running }),
    contract("declined-by-program", {
      status: "error",
      paymentState: "failed",
      adminStatus: "new",
      suspected: "no-mark",
    }),
    contract("overdue-twice", {
      paymentState: "overdue",
      invoices: [
        invoice("2026-10-01"),
        invoice("2026-11-01", { receivedCents: 400, creditedCents: 1_000 }),
        invoice("2026-12-01"),
        invoice("2026-09-01", { status: "paid", receivedCents: 12_400 }),
      ],
    }),
    contract("overdue-once", { paymentState: "overdue", invoices: [invoice("2026-10-01")] }),
    contract("own", { history: [event("own-invoice", "10")], invoices: [] }),
    contract("own-paid", { paymentState: "paid", history: [event("own-invoice", "10")] }),
    contract("own-beside-ours", {
      history: [event("own-invoice", "10")],
      invoices: [invoice("2026-12-01")],
    }),
    contract("due", { invoices: [invoice("2026-12-01")] }),
    contract("asked", { history: [event("received", "10"), event("unpaid-asked", "11")] }),
    contract("asked-and-paid", { history: [event("unpaid-asked", "11"), event("received", "12")] }),
    contract("paused", {
      paymentState: "paid",
      history: [event("unpaid-asked", "11"), event("invoices-paused", "12")],
    }),
    contract("cancelled", { cancellation: CANCELLED, adminStatus: "reviewed" }),
    contract("cancelled-closed", { cancellation: CANCELLED }),
    contract("cancelled-by-admin", { cancellation: { ...CANCELLED, by: "ada@example.com" } }),
    contract("ended", {
      cancellation: { ...CANCELLED, endedAt: "2026-11-21T12:00:00Z" },
      adminStatus: "reviewed",
    }),
    contract("new", { adminStatus: "new" }),
    contract("new-suspected", { adminStatus: "new", suspected: "too-quick" }),
    contract("new-suspected-paid", { adminStatus: "new", suspected: "too-quick", status: "completed" }),
    {
      ...old,
      _id: "adminContract.unsigned",
      _type: "adminContract",
      status: "pending",
      agreedToTerms: false,
      offer: { version: 1 },
    },
    {
      ...sampleContract(0),
      _id: "adminContract.signed",
      _type: "adminContract",
      status: "invoice",
      paymentState: "due",
      offer: { version: 1 },
    },
    sampleQuestionnaire(0),
    { ...sampleQuestionnaire(1), adminStatus: "reviewed" },
    { ...sampleQuestionnaire(2), suspected: "no-mark" },
    sampleMessage(0),
    sampleMessage(1),
    { ...sampleMessage(2), adminStatus: "closed", suspected: "no-mark" },
  ];
  beforeAll(async () => {
    await lake.client.mutate(documents.map((document) => ({ create: document })) as never);
  });

  const EXPECTED: Record<string, string[]> = {
    "Declined cards": ["contract.declined", "contract.declined-renewal"],
    "Overdue invoices": ["contract.overdue-once", "contract.overdue-twice"],
    "Your own invoices, not paid": ["contract.own"],
    "Invoices on hold": ["contract.asked", "contract.paused"],
    "Requested cancellations": ["contract.cancelled", "contract.ended"],
    "New orders": ["adminContract.signed", "contract.new", "contract.new-suspected-paid"],
    "New questionnaires": ["questionnaire.sample-0"],
    "New messages": ["contact.sample-0", "contact.sample-1"],
  };

  test("each line leads to its rows, as many as it says", async () => {
    const { lines } = await needs();
    expect(lines.map(({ label }) => label)).toEqual(Object.values(NEEDS).map(({ label }) => label));
    for (const line of lines) {
      expect([line.label, await rowsOf(line)]).toEqual([line.label, EXPECTED[line.label]]);
      if (line.label !== "Overdue invoices") expect(line.count).toBe(EXPECTED[line.label]?.length);
    }
  });

  test("counts overdue invoices, with their sum and of how many contracts they are", async () => {
    const line = (await needs()).lines.find(({ label }) => label === "Overdue invoices");
    expect(line).toMatchObject({ count: 3, note: "$358.00, of 2 contracts" });
  });

  test("the rows of overdue invoices say what of each is overdue, and since when", async () => {
    const { rows } = await tableOf(needLine("overdue", 3));
    expect(Object.fromEntries(rows.map(({ _id, marks }) => [_id, marks]))).toEqual({
      "contract.overdue-once": ["$124.00 since Oct 1, 2026"],
      "contract.overdue-twice": ["$234.00 since Oct 1, 2026"],
    });
  });

  test("an offer that nobody has signed is not new to an admin", async () => {
    // Three orders, and two of programs.
    expect((await tableOf(needLine("orders", 3))).unread).toBe(5);
  });

  test("says how many are suspected, and which emails were not sent", async () => {
    const { lines, suspected } = await needs("admin", 4);
    // A declined card and an order, of programs, and a questionnaire.
    expect(suspected).toEqual(suspectedLine({ questionnaires: 1, contracts: 2, messages: 0 }));
    expect(suspected?.count).toBe(3);
    expect(lines.at(-1)).toEqual({ label: "Emails not sent", count: 4, to: "/admin/outbox" });
    expect((await needs("admin", null)).lines).toHaveLength(8);
  });

  test("a bookkeeper is told of contracts alone", async () => {
    const { lines, suspected } = await needs("bookkeeper", 4);
    expect(lines.map(({ label }) => label)).toEqual(Object.keys(EXPECTED).slice(0, 6));
    expect(suspected).toBeNull();
  });
});

test("a store that does not answer fails nothing else", async () => {
  const errors: unknown[] = [];
  const adminClient = lake.client.withConfig({ token: "none" });
  const broken = createNeeds({
    adminClient,
    isPublic: false,
    countUnsent: async () => 0,
    clock,
    report: (error) => errors.push(error),
  });
  expect(await broken.load("admin")).toEqual({ status: "failed" });
  expect(errors).toHaveLength(1);
});
