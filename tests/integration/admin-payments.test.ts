import { serveLake } from "lakelet/testing";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createDetails } from "../../app/admin/details.server.ts";
import { createFigures } from "../../app/admin/figures.server.ts";
import { createTables } from "../../app/admin/tables.server.ts";
import { exportPayments } from "../../app/contracts/billing/invoices/export-invoices.server.ts";
import { opened } from "../support/opened.ts";
import { readCsv } from "../support/read-table.ts";
import { sampleContract } from "../support/sample-submissions.ts";
import { WAIT } from "../support/timeouts.ts";

// What admins see of the money, of contracts in every state.

const report = (error: unknown) => {
  throw error;
};

const lake = opened(serveLake);
let tables: ReturnType<typeof createTables>;
beforeAll(async () => {
  const deps = {
    adminClient: lake.client,
    secret: "a secret of sixteen or more",
    publicUrl: "https://site.test",
    clock: () => new Date(),
  };
  tables = createTables({ ...deps, report: () => report });
  const { paymentState: _, ...unsigned } = sampleContract(0);
  const payment = { ...unsigned.payment, refundedAmount: unsigned.payment.amountDueToday };
  const offer = { version: 1 };
  const documents: ({ _id: string; _type: string } & Record<string, unknown>)[] = [
    { ...sampleContract(1), paymentState: "overdue", status: "invoice" },
    { ...unsigned, _id: "contract.paid", paymentState: "paid", status: "completed", suspected: "no-mark" },
    { ...unsigned, _id: "contract.refunded", paymentState: "refunded", status: "completed", payment },
    { ...unsigned, _id: "contract.failed", paymentState: "failed", status: "error", suspected: "no-mark" },
    {
      ...unsigned,
      _id: "contract.partly",
      paymentState: "paid",
      status: "completed",
      payment: { ...unsigned.payment, refundedAmount: 100 },
      cancellation: { requestedAt: "2026-11-23T12:00:00Z", by: "client", endsOn: "2027-11-23", endedAt: "" },
    },
    {
      ...unsigned,
      _id: "contract.due",
      paymentState: "due",
      status: "invoice",
      contactInfo: { ...unsigned.contactInfo, firstName: "Zoë", lastName: "Müller", phone: "(212) 555-0188" },
      invoices: [
        {
          _key: "i",
          number: "INV-2026-0007",
          kind: "invoice",
          status: "open",
          totalCents: 123_456,
          receivedCents: 0,
          dueOn: "2099-01-01",
        },
      ],
    },
    { ...unsigned, _id: "contract.waiting", paymentState: "waiting", status: "pending" },
    {
      ...unsigned,
      _id: "adminContract.new",
      _type: "adminContract",
      status: "pending",
      agreedToTerms: false,
      offer,
    },
  ];
  await lake.client.mutate(documents.map((document) => ({ create: document })));
});

const openDetails = () =>
  createDetails({
    adminClient: lake.client,
    secret: "a secret of sixteen",
    publicUrl: "https://site.test",
    stripeDashboard: "https://dashboard.stripe.com/test/payments",
    clock: () => new Date(),
    report,
  });

/** Asks again where a busy machine took longer than a table may. */
async function rows(search: string) {
  const result = await vi.waitFor(async () => {
    const asked = await tables.load("contracts", new URLSearchParams(search));
    if (asked.status !== "loaded") throw new Error("The table did not load.");
    return asked;
  }, WAIT);
  return result.rows.map((row) => row as Record<string, unknown>);
}

const idsOf = async (search: string) => (await rows(search)).map(({ _id }) => _id);

describe("the contracts table", () => {
  test("shows the payment apart from the review status", async () => {
    const all = await rows("");
    expect(Object.fromEntries(all.map(({ _id, payment, status }) => [_id, [payment, status]]))).toEqual({
      "contract.sample-1": ["overdue", "new"],
      "contract.paid": ["paid", "new"],
      "contract.refunded": ["refunded", "new"],
      "contract.failed": ["failed", "new"],
      "contract.partly": ["paid", "new"],
      "contract.due": ["due", "new"],
      "contract.waiting": ["waiting", "new"],
      "adminContract.new": ["unsigned", "new"],
    });
  });

  test.each([
    ["overdue", ["contract.sample-1"]],
    ["paid", ["contract.paid", "contract.partly"]],
    ["refunded", ["contract.refunded"]],
    ["partly-refunded", ["contract.partly"]],
    ["ending", ["contract.partly"]],
    ["waiting", ["contract.waiting"]],
    ["unsigned", ["adminContract.new"]],
    ["cancelled", []],
  ])("filters by %s", async (state, ids) => {
    expect(await idsOf(`contracts-payment=${state}`)).toEqual(ids);
  });

  test("says beside the state that a part was refunded, and when cancelled services end", async () => {
    const marks = (await rows("")).filter((row) => (row["marks"] as string[]).length > 0);
    expect(marks.map(({ _id, marks }) => [_id, marks])).toEqual([
      ["contract.partly", ["Partly refunded", "Ends Nov 22, 2027"]],
    ]);
  });

  test.each([
    ["INV-2026-0007", ["contract.due"]],
    ["2125550188", ["contract.due"]],
    ["$1,234.56", ["contract.due"]],
    ["zoe muller", ["contract.due"]],
    ["no such thing", []],
  ])("is searched by %s", async (search, ids) => {
    expect(await idsOf(new URLSearchParams({ "contracts-search": search }).toString())).toEqual(ids);
    const csv = await tables.export("contracts", "csv", new URLSearchParams({ "contracts-search": search }));
    expect(readCsv(await csv.text()).map((row) => row["Id"])).toEqual(ids);
  });

  test("sorts by payment", async () => {
    const sorted = (await rows("contracts-sort=payment")).map(({ payment }) => payment);
    expect(sorted).toEqual([...sorted].sort());
  });

  test("suspects nobody who has paid", async () => {
    expect(await idsOf("contracts-suspected=only")).toEqual(["contract.failed"]);
    const details = openDetails();
    expect((await details.contract("contract.paid", "admin")).review.suspected).toBeNull();
    expect((await details.contract("contract.failed", "admin")).review.suspected).toMatch(/./);
  });
});

/** Returns the rows of a sheet by heading. */
const sheet = async (response: Promise<Response>) => readCsv(await (await response).text());

test("the sheet of contracts says what was paid, is due and was refunded, and how often is paid", async () => {
  const found = await sheet(tables.export("contracts", "csv", new URLSearchParams()));
  const money = Object.fromEntries(
    found.map((row) => [row["Id"], [row["Payment"], row["Payment notes"], row["Refunded"]]]),
  );
  expect(money).toMatchObject({
    "contract.partly": ["Paid", "Partly refunded; Ends Nov 22, 2027", "1.00"],
    "contract.refunded": ["Refunded", "", expect.stringMatching(/\.00$/)],
    "contract.failed": ["Failed", "", "0.00"],
    "adminContract.new": ["Not signed", "", "0.00"],
  });
  expect(found.find((row) => row["Id"] === "contract.due")).toMatchObject({
    "Still to pay": "1234.56",
    Paid: "0.00",
  });
});

test("the accountant's sheet has every payment and refund, the oldest first", async () => {
  const event = (kind: string, at: string, fields: object) => ({ _key: kind, kind, at, ...fields });
  const history = [
    event("refunded", "2026-11-22T04:30:00Z", { amountCents: 4_000 }),
    event("placed", "2026-11-19T12:00:00Z", {}),
    event("charged", "2026-11-20T12:00:00Z", {
      amountCents: 10_000,
      card: { brand: "visa", last4: "4242" },
      note: "Visa ending in 4242",
    }),
    event("received", "2026-11-21T12:00:00Z", { amountCents: 5_050, invoice: "INV-2026-0007", note: "=1+1" }),
  ];
  await lake.client.patch("contract.partly").set({ history }).commit();
  const sheetRows = await sheet(exportPayments(lake.client, "a secret of sixteen or more", "csv"));
  expect(
    sheetRows.map((row) => [
      row["Date"],
      row["Kind"],
      row["Amount"],
      row["Paid by"],
      row["Invoice"],
      row["Receipt"]?.slice(-2),
      row["Note"],
    ]),
  ).toEqual([
    ["2026-11-20", "Payment", "100.00", "Visa ending in 4242", "", "-1", ""],
    ["2026-11-21", "Payment", "50.50", "Check or transfer", "INV-2026-0007", "", "'=1+1"],
    ["2026-11-21", "Refund", "-40.00", "Card", "", "R1", ""],
  ]);
  await lake.client.patch("contract.partly").unset(["history"]).commit();
});

test("the JSON holds the client's reference number", async () => {
  const details = openDetails();
  const { reference } = await details.contract("contract.paid", "admin");
  expect(reference).toMatch(/./);
  expect(await details.whole("contracts", "contract.paid", "admin")).toMatchObject({ reference });
});

test("the figures leave out what is suspected, say how much, and book twelve months of a monthly service", async () => {
  const submittedAt = "2030-03-05T12:00:00.000Z";
  const monthly = { frequency: "monthly", months: 1, amountCents: 12_000 };
  const payment = { paymentMethod: "invoice", oneTimeTotal: 50_000, recurringTotal: 148_800 };
  const base = { ...sampleContract(0), submittedAt, status: "invoice" };
  const contract = {
    ...base,
    payment: {
      ...base.payment,
      ...payment,
      // Quarterly $342.00 is twelve months in the total already.
      schedule: [
        { _key: "monthly", ...monthly },
        { _key: "quarterly", frequency: "quarterly", months: 3, amountCents: 34_200 },
      ],
    },
  };
  const once = {
    ...base,
    payment: { ...base.payment, oneTimeTotal: 1_200, recurringTotal: 0, schedule: [] },
  };
  const message = { _type: "contactSubmission", submitted_at: submittedAt };
  const documents = [
    { ...contract, _id: "contract.figures" },
    { ...once, _id: "contract.figures-once" },
    { ...contract, _id: "contract.figures-spam", suspected: "no-mark" },
    { ...once, _id: "contract.figures-paid", suspected: "no-mark", status: "completed" },
    { ...message, _id: "contact.figures" },
    { ...message, _id: "contact.figures-spam", suspected: "too-quick" },
  ];
  await lake.client.mutate(documents.map((document) => ({ create: document })) as never);
  const clock = () => new Date("2030-03-06T12:00:00Z");
  const result = await createFigures({ adminClient: lake.client, clock, report }).load();
  await lake.client.mutate(documents.map(({ _id: id }) => ({ delete: { id } })));
  if (result.status === "failed") throw new Error("not loaded");
  const { charts, suspected } = result.figures;
  expect(suspected).toBe(2);
  const lastOf = (id: string) =>
    Object.fromEntries(
      charts.find((chart) => chart.id === id)?.series.map(({ label, values }) => [label, values.at(-1)]) ??
        [],
    );
  expect(lastOf("submissions")).toMatchObject({ Contracts: 3, Messages: 1 });
  expect(lastOf("booked")).toEqual({ "One-time": 52_400, Recurring: 148_800 + 11 * 12_000 });
});

test("the figures hold what came in, what is open and what is overdue", async () => {
  const at = new Date().toISOString();
  const event = { at, kind: "charged", amountCents: 1_200 };
  const open = { kind: "invoice", status: "open", totalCents: 5_000, receivedCents: 1_000 };
  await lake.client.create({
    ...sampleContract(2),
    // A declined renewal beside them takes nothing from what is open on invoices.
    paymentState: "failed",
    history: [
      { ...event, _key: "a" },
      { ...event, _key: "b", kind: "refunded" },
      { ...event, _key: "c", kind: "received", at: "2020-01-01T00:00:00.000Z" },
    ],
    invoices: [
      { ...open, _key: "d", dueOn: "2020-01-01" },
      { ...open, _key: "e", dueOn: "2999-01-01" },
      { ...open, _key: "f", status: "paid" },
    ],
  } as never);
  const result = await createFigures({ adminClient: lake.client, clock: () => new Date(), report }).load();
  expect(result).toMatchObject({
    figures: { money: { receivedCents: 1_200, openCents: 8_000 + 123_456, overdueCents: 4_000 } },
  });
});
