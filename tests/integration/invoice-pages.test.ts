import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { StoredContract } from "../../app/contracts/store/contract-store.server.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { placeOrder, type Placed } from "../support/place-order.ts";
import { csvRows } from "../support/read-table.ts";
import { lakeClient, lakeTokens, outboxTexts, startSite } from "../support/site.ts";

// The pages of invoices on a running site: the client's behind the private link, and the admin's forms without scripts.

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));
let cookie: string;
let client: Placed;
beforeAll(async () => {
  cookie = await sessionCookie(site.dataDir);
  client = await placeOrder(site);
});

const lake = () => lakeClient(site, lakeTokens(site.dataDir).write);
const stored = ({ contractId }: Placed) =>
  lake().fetch<{ status: string; invoices: { status: string; receivedCents: number }[]; history: object[] }>(
    `*[_id == $contractId][0]`,
    { contractId },
  );

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { redirect: "manual", headers });
const manage = ({ contractId }: Placed) => `/admin/contracts/${contractId}/invoices`;

/** Opens the page for admins and posts one of its forms as a browser without scripts does. */
async function submit(placed: Placed, fields: Record<string, string>) {
  const page = await (await get(manage(placed), { cookie })).text();
  return post(placed, { number: placed.number, ...hiddenOf(page), ...fields });
}

/** The hidden fields of the first form that changes an invoice. */
function hiddenOf(page: string): { nonce: string; rev: string } {
  const value = (name: string, of: RegExp) =>
    new RegExp(`name="${name}" value="(${of.source})"`).exec(page)?.[1];
  return { nonce: value("nonce", /[0-9a-f-]{36}/) ?? "", rev: value("rev", /[^"]+/) ?? "" };
}

async function post(placed: Placed, fields: Record<string, string>) {
  const response = await postForm(site.origin + manage(placed), fields, { cookie });
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
}

describe("behind the private link", () => {
  test("the order lists its invoice, and its page shows it to nobody else", async () => {
    const order = await (await get(client.order)).text();
    expect(order).toContain(`invoices/${client.number}"`);
    const response = await get(`${client.order}/invoices/${client.number}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    const html = await response.text();
    for (const words of [client.number, "Harborlight Technology Consulting LLC", "$12.00", "Ada"])
      expect(html).toContain(words);
  });

  test("another order's invoice and an unknown one are not found", async () => {
    const other = await placeOrder(site);
    for (const path of [
      `${client.order}/invoices/${other.number}`,
      `${client.order}/invoices/INV-2026-9999`,
      `${client.order}/invoices/..%2F..`,
      `${client.order}/invoices/invoice.2026-0001`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test("an expired link leads to the page that offers a new one", async () => {
    const placed = await placeOrder(site);
    await lake().delete(placed.contractId);
    const response = await get(`${placed.order}/invoices/${placed.number}`);
    expect([response.status, response.headers.get("location")]).toEqual([302, placed.order]);
  });
});

describe("for admins", () => {
  test("the contract leads to its invoices, and to each as the client sees it", async () => {
    const detail = await (await get(`/admin/contracts/${client.contractId}`, { cookie })).text();
    expect(detail).toContain(encodeURIComponent(client.contractId) + "/invoices");
    const page = await get(`${manage(client)}/${client.number}`, { cookie });
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await get(`${manage(client)}/INV-2026-9999`, { cookie })).status).toBe(404);
    for (const id of ["contract.none", `contract.${randomUUID()}`, "siteSettings"])
      expect((await get(`/admin/contracts/${id}/invoices`, { cookie })).status).toBe(404);
  });

  test("of an order whose invoices the owner sends only a payment is recorded, which both see", async () => {
    await lake().patch("siteSettings").set({ invoices: "own" }).commit();
    const placed = await placeOrder(site).finally(() =>
      lake().patch("siteSettings").set({ invoices: "site" }).commit(),
    );
    const detail = await (await get(`/admin/contracts/${placed.contractId}`, { cookie })).text();
    expect(detail).toContain("You send the invoices of this contract yourself.");
    const order = await (await get(placed.order)).text();
    expect(order).toMatch(/Still to pay.*\$12\.00/s);
    expect(order).toContain("Make the check payable to");
    const page = await (await get(manage(placed), { cookie })).text();
    for (const other of ["credit", "void", "send"])
      expect(page).not.toContain(`name="intent" value="${other}"`);
    const fields = { ...hiddenOf(page), intent: "receive", number: "own", receivedOn: "2026-11-20" };
    const much = await post(placed, { ...fields, amount: "12.01" });
    expect([much.status, much.text.includes("More than is left")]).toEqual([409, true]);
    expect((await post(placed, { ...fields, intent: "void", reason: "Typo" })).status).toBe(404);
    const paid = await post(placed, { ...fields, amount: "12" });
    expect(paid.status).toBe(303);
    const after = await (await get(paid.location ?? "", { cookie })).text();
    expect(after).toContain("The payment is recorded.");
    expect(after).not.toContain(`name="intent" value="receive"`);
    expect(await stored(placed)).toMatchObject({ status: "completed" });
  });

  test("of an owner who is paid by bank transfer it says so, also once that has changed", async () => {
    const transferInstructions = "Routing 021000021\nAccount 4417";
    await lake().patch("paymentSettings").set({ payBy: "transfer", transferInstructions }).commit();
    const read = async (path: string) => (await get(path)).text();
    const placed = await placeOrder(site).finally(() =>
      lake().patch("paymentSettings").unset(["payBy", "transferInstructions"]).commit(),
    );
    const invoice = await read(`${placed.order}/invoices/${placed.number}`);
    expect(invoice).toContain("Transfer the amount to Harborlight Technology Consulting LLC, due on ");
    for (const line of transferInstructions.split("\n")) expect(invoice).toContain(`>${line}</span>`);
    expect(invoice).not.toContain("Make the check payable");
    // The order's page and the form follow the settings.
    expect(await read(placed.order)).toContain("Make the check payable to");
    expect(await read("/contract")).toContain("you pay by check.");
    expect(await read("/contract")).not.toContain("{means}");
  });

  test("a payment is recorded once, even when the button is pressed twice", async () => {
    const placed = await placeOrder(site);
    const page = await (await get(manage(placed), { cookie })).text();
    const fields = {
      ...hiddenOf(page),
      intent: "receive",
      number: placed.number,
      amount: "5.00",
      cheque: "1042",
    };
    const both = await Promise.all([1, 2].map(() => post(placed, { ...fields, receivedOn: "2026-11-20" })));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await (await get(both[0]?.location ?? "", { cookie })).text()).toContain(
      "The payment is recorded.",
    );
    expect((await stored(placed)).invoices).toMatchObject([{ status: "open", receivedCents: 500 }]);
    const late = await post(placed, { ...fields, nonce: randomUUID(), receivedOn: "2026-11-20" });
    expect([late.status, late.text.includes("changed in the meantime")]).toEqual([409, true]);
    const typed = { amount: "7.01", receivedOn: "2026-11-19", cheque: "1043" };
    const much = await submit(placed, { intent: "receive", ...typed });
    expect([much.status, much.text.includes("more than is left")]).toEqual([409, true]);
    // The form is open, with what was typed.
    expect(much.text).toMatch(/<details[^>]* open=""/);
    for (const value of Object.values(typed)) expect(much.text).toContain(`value="${value}"`);
    expect(much.text).toContain("More than is left on this invoice");
    const rest = await submit(placed, { intent: "receive", amount: "$7", receivedOn: "2026-11-21" });
    expect(rest.status).toBe(303);
    expect(await stored(placed)).toMatchObject({ status: "completed", invoices: [{ status: "paid" }] });
    const receipt = await (await get(placed.order)).text();
    expect(receipt).toContain("Paid");
  });

  test.each([
    [
      { intent: "receive", amount: "4.00", receivedOn: "2026-11-20" },
      { receivedCents: 400, status: "open" },
    ],
    [
      { intent: "credit", amount: "4.00", reason: "Late" },
      { creditedCents: 400, status: "open" },
    ],
    [{ intent: "void", reason: "A mistake" }, { status: "void" }],
  ])("of six at once on the same page, one is made: %j", async (fields, expected) => {
    const placed = await placeOrder(site);
    const { rev } = hiddenOf(await (await get(manage(placed), { cookie })).text());
    const { number } = placed;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        post(placed, { ...(fields as Record<string, string>), rev, number, nonce: randomUUID() }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(refused.filter(({ text }) => text.includes("changed in the meantime"))).toHaveLength(5);
    const { invoices = [], history = [] } = (await stored(placed)) as unknown as StoredContract;
    expect(invoices.find((one) => one.number === number)).toMatchObject(expected);
    expect(history.filter(({ by }) => by?.includes("@"))).toHaveLength(1);
  });

  test.each([
    [{ intent: "receive", amount: "free", receivedOn: "2026-11-20" }, "Enter an amount in dollars"],
    [{ intent: "receive", amount: "1.00", receivedOn: "2026-02-31" }, "Enter a date"],
    [{ intent: "receive", amount: "1.00", receivedOn: "2999-01-01" }, "The date is in the future"],
    [{ intent: "receive", amount: "1.00", receivedOn: "2026-11-20", cheque: "1".repeat(41) }, "At most 40"],
    [{ intent: "credit", amount: "", reason: "Late" }, "Amount is required"],
    [{ intent: "credit", amount: "1.00", reason: " " }, "Reason is required"],
    [{ intent: "void", reason: "" }, "Reason is required"],
    [{ intent: "void", reason: "x".repeat(301) }, "At most 300 characters"],
  ])("what is wrong with a form is said at its field: %j", async (fields, words) => {
    const { status, text } = await submit(client, fields as Record<string, string>);
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect((await stored(client)).history).toHaveLength(2);
  });

  test.each([
    [{ intent: "burn" }, 400],
    [{ intent: "void", reason: "A mistake", nonce: "x" }, 400],
    [{ intent: "void", reason: "A mistake", rev: "" }, 400],
    [{ intent: "void", reason: "A mistake", number: "" }, 400],
    [{ intent: "void", reason: "A mistake", number: "INV-2026-9999" }, 404],
    [{ intent: "send", number: "INV-2026-9999" }, 404],
  ])("a form that is none of ours changes nothing: %j", async (fields, status) => {
    expect((await submit(client, fields as Record<string, string>)).status).toBe(status);
    expect((await stored(client)).history).toHaveLength(2);
  });

  test("an invoice is credited, voided and sent again, and the client is told of each", async () => {
    const placed = await placeOrder(site);
    expect((await submit(placed, { intent: "send" })).location).toContain("done=sent");
    expect(await (await get(placed.order)).text()).toContain("Make the check payable");
    expect((await submit(placed, { intent: "credit", amount: "2.00", reason: "Late" })).status).toBe(303);
    const credit = await lake().fetch<string>(`*[_type == "invoice" && credits == $number][0].number`, {
      number: placed.number,
    });
    const page = await (await get(`${placed.order}/invoices/${credit}`)).text();
    for (const words of ["Credit note", placed.number, "Late", "$2.00"]) expect(page).toContain(words);
    expect((await submit(placed, { intent: "void", reason: "A mistake" })).status).toBe(303);
    expect((await stored(placed)).invoices).toMatchObject([{ status: "void" }, { status: "credited" }]);
    expect(await (await get(placed.order)).text()).not.toContain("Make the check payable");
    const csv = await (await get("/admin/export/invoices.csv", { cookie })).text();
    const rows = csvRows(csv);
    const row = (known: string) => rows.find(([first]) => first === known);
    expect(rows[0]?.join()).toMatch(
      /^Number,Kind,Date,Due,.*,Total,Paid,Paid from credit,Still to pay,State$/,
    );
    expect(row(placed.number)).toEqual(expect.arrayContaining(["Invoice", "12.00", "Void"]));
    expect(row(credit)).toEqual(expect.arrayContaining(["Credit note", placed.number, "-2.00"]));
    expect((await get("/admin/export/invoices.csv")).status).toBe(302);
    await expect
      .poll(() => mailsAbout(placed.number))
      .toEqual([
        `Credit note ${credit}`,
        `Invoice ${placed.number}`,
        `Invoice ${placed.number}`,
        `Invoice ${placed.number} was cancelled`,
      ]);
  });
});

/** Subjects of the emails that name an invoice, without reference numbers, sorted. */
function mailsAbout(number: string): string[] {
  return outboxTexts(site.dataDir)
    .filter((mail) => mail.includes(number) && /^Subject: (?:Invoice|Credit)/m.test(mail))
    .map((mail) => /^Subject: (.*?) \(/m.exec(mail)?.[1] ?? "")
    .toSorted();
}
