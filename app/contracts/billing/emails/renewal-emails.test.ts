import { describe, expect, test } from "vitest";
import { sampleContract } from "../../../../tests/support/sample-contract.ts";
import type { Email } from "../../../email/email.ts";
import { renderEmail } from "../../../email/render.server.tsx";
import type { ContractEvent } from "../../../model/contracts/history.ts";
import { renewalOn } from "../../../model/contracts/renewals.ts";
import { PREVIEW_BRAND } from "../../../model/emails/brand.ts";
import { EMAIL_TEMPLATES } from "../../../model/emails/index.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { contractEmails } from "./emails.server.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };
const NOW = new Date("2026-11-22T15:00:00.000Z");

const event = (
  kind: ContractEvent["kind"],
  _key: string,
  more: Partial<ContractEvent> = {},
): ContractEvent => ({ _key, kind, at: "2026-11-22T14:00:00.000Z", ...more });
const withHistory = (contract: StoredContract, ...history: ContractEvent[]): StoredContract => ({
  ...contract,
  submittedAt: "2026-01-22T15:00:00.000Z",
  history,
});
const emailsOf = (contract: StoredContract) =>
  contractEmails(SITE, contract, NOW).map(({ body }) => body as Email);
const sentEmails = (contract: StoredContract) =>
  emailsOf(contract).map(({ to, template }) => `${to}: ${template}`);
const props = (contract: StoredContract) =>
  emailsOf(contract).map((email) => email.props as Record<string, unknown>);
/** What an email says, by its template. */
async function textOf(contract: StoredContract, template: string): Promise<string> {
  const email = emailsOf(contract).find((one) => one.template === template);
  if (!email) throw new Error(`No ${template}`);
  return (await renderEmail(email, { templates: EMAIL_TEMPLATES, brand: PREVIEW_BRAND })).text;
}

describe("a reminder of a renewal", () => {
  const renewing = (couponCode = "") => {
    const contract = sampleContract("stripe", { couponCode, date: "2026-11-22" });
    const schedule = contract.payment.schedule.map((entry) => ({ ...entry, nextDate: "2027-05-22" }));
    return { ...contract, payment: { ...contract.payment, schedule } };
  };
  const reminded = event("renewal-reminded", "reminder-2027-05-22", { date: "2027-05-22" });

  test("has date, amount and services", () => {
    const contract = withHistory(renewing(), reminded);
    expect(sentEmails(contract)).toEqual(["ada@example.com: renewal-reminder"]);
    expect(props(contract)[0]).toMatchObject({
      date: "2027-05-22",
      payments: [{ amountCents: 64_800, lastAmountCents: null, period: "every 6 months" }],
    });
  });

  test("says both prices where a coupon made the first period cheaper", () => {
    const contract = renewing("SPRING");
    expect(sentEmails(withHistory(contract, reminded))).toEqual(["ada@example.com: price-change"]);
    const changed = [{ amountCents: 64_800, lastAmountCents: 58_320 }];
    expect(renewalOn(contract, "2027-05-22")).toMatchObject({ payments: changed });
    const later = contract.payment.schedule.map((entry) => ({ ...entry, nextDate: "2027-11-22" }));
    const next = { ...contract, payment: { ...contract.payment, schedule: later } };
    expect(renewalOn(next, "2027-11-22")).toMatchObject({ payments: [{ lastAmountCents: null }] });
  });

  test.each(["stripe", "invoice"] as const)(
    "names each of two frequencies of one day (%s)",
    async (method) => {
      const contract = sampleContract(method, { date: "2026-11-22" }, "quarterly");
      const [website, quarterly] = contract.lines ?? [];
      if (!website || !quarterly) throw new Error("The sample has two lines.");
      const yearly = {
        ...quarterly,
        _key: "b",
        title: "Database",
        frequency: "annually",
        discountCents: 3_600,
      };
      const lines = [website, quarterly, { ...yearly, paymentCents: 20_400, dueTodayCents: 18_360 }];
      const schedule = [
        ...contract.payment.schedule.map((entry) => ({ ...entry, nextDate: "2027-11-22" })),
        {
          _key: "annually",
          frequency: "annually",
          months: 12,
          amountCents: 20_400,
          nextDate: "2027-11-22",
        } as const,
      ];
      const payment = { ...contract.payment, schedule };
      const reminder = withHistory(
        { ...contract, lines: lines as typeof contract.lines & object, payment },
        event("renewal-reminded", "reminder-2027-11-22", { date: "2027-11-22" }),
      );
      const text = await textOf(reminder, "price-change");
      const what = method === "stripe" ? "Next charge" : "Next invoice";
      expect(text).toContain("Total: $546.00");
      expect(text).toContain(`${what} (every 3 months): $342.00 on November 22, 2027, then every 3 months`);
      expect(text).toContain(`${what} (every year): $204.00 on November 22, 2027, then every year`);
      expect(text).not.toContain("$546.00 on");
      // The coupon has lowered one of the two.
      expect(text).toContain("the price changes from $183.60 to $204.00");
      expect(text).toContain("Price until then (every year): $183.60 for Database");
    },
  );

  test("is no reminder when nothing renews on that day any more", () => {
    expect(sentEmails(withHistory(sampleContract("stripe"), reminded))).toEqual([]);
  });
});

const CARD = { brand: "visa", last4: "0341" };
const declined = (attempt: number, more: Partial<ContractEvent> = {}) =>
  event("charge-failed", `charge-failed-in_2-${attempt}`, { amountCents: 64_800, card: CARD, ...more });
const ENDED = {
  requestedAt: "2026-11-22T14:00:00.000Z",
  by: "Stripe",
  endsOn: "2026-11-22",
  revocableUntil: "2026-11-22",
  confirmedAt: "2026-11-22T14:00:00.000Z",
  endedAt: "2026-11-22T14:00:00.000Z",
};

describe("a declined renewal", () => {
  test("names the next try and the end, to the client and the admins", async () => {
    const first = declined(1, { at: "2026-11-15T14:00:00.000Z", nextTryAt: "2026-11-22T14:00:00.000Z" });
    const second = declined(2, { nextTryAt: "2026-11-25T14:00:00.000Z" });
    const contract = withHistory(sampleContract("stripe"), first, second);
    // The first one says of a day in the past that the card is tried again.
    expect(sentEmails(contract)).toEqual([
      "ada@example.com: charge-failed",
      "grace@example.com: contract-notice",
    ]);
    for (const template of ["charge-failed", "contract-notice"]) {
      const text = await textOf(contract, template);
      expect(text).toContain("Next try: November 25, 2026");
      expect(text).toContain("If it stays unpaid: Its services end November 30, 2026 at the latest");
    }
    expect(await textOf(contract, "charge-failed")).not.toContain("Confirm the payment");
  });

  test("leads to the page on which it is confirmed, where the bank asks for that alone", async () => {
    const confirmUrl = "https://invoice.stripe.example/i/1";
    const contract = withHistory(sampleContract("stripe"), declined(1, { confirmUrl }));
    const text = await textOf(contract, "charge-failed");
    expect(text).toContain("Your bank wants you to confirm the renewal");
    expect(text).toContain(`Confirm the payment:\n${confirmUrl}`);
    expect(text).toContain("set another card on your order page: https://site.test/order/");
    const notice = await textOf(contract, "contract-notice");
    expect(notice).toContain("The bank: Wants the client to confirm");
    expect(notice).not.toContain(confirmUrl);
  });

  test("is told until it is paid", () => {
    const paid = event("charged", "charged-in_2", { amountCents: 64_800 });
    const contract = withHistory(sampleContract("stripe"), declined(1), paid);
    expect(sentEmails(contract)).toEqual(["ada@example.com: renewal-receipt"]);
  });
});

describe("what happens at once", () => {
  test("the last try and the end are one email and one notice", async () => {
    const fields = { cancellation: ENDED };
    const contract = withHistory(
      sampleContract("stripe", fields),
      declined(4, { nextTryAt: "" }),
      event("cancelled", "cancelled-sub_1"),
    );
    expect(sentEmails(contract)).toEqual([
      "ada@example.com: services-ended",
      "grace@example.com: contract-notice",
    ]);
    const text = await textOf(contract, "services-ended");
    expect(text).toContain("their renewal could not be paid");
    for (const sent of [text, await textOf(contract, "contract-notice")])
      expect(sent).toContain("Not paid: $648.00 by Visa ending in 0341");
    const payer = { name: "Charles", email: "charles@example.com" };
    expect(sentEmails({ ...contract, payment: { ...contract.payment, payer } })).toContain(
      "charles@example.com: services-ended",
    );
  });

  test("an end at once says what was refunded with it; a refund after it is an email of its own", async () => {
    const fields = { cancellation: { ...ENDED, by: "grace@example.com" } };
    const requested = event("cancellation-requested", "cancellation-requested-1", {
      by: "grace@example.com",
    });
    const ended = event("cancelled", "cancelled-sub_1");
    const refund = event("refunded", "refund-re_1", { amountCents: 5_000 });
    const contract = withHistory(sampleContract("stripe", fields), requested, refund, ended);
    expect(sentEmails(contract)).toEqual([
      "ada@example.com: services-ended",
      "grace@example.com: contract-notice",
    ]);
    expect(await textOf(contract, "services-ended")).toMatch(
      /Refund receipt [^:]+-R1: \$50\.00 to your card on November 22, 2026/,
    );
    const after = { ...refund, at: "2026-11-22T14:02:00.000Z" };
    expect(sentEmails(withHistory(sampleContract("stripe", fields), requested, ended, after))).toEqual([
      "ada@example.com: services-ended",
      "grace@example.com: contract-notice",
      "ada@example.com: refund-issued",
      "grace@example.com: contract-notice",
    ]);
  });

  test("a renewal that was charged after the cancellation and refunded is no renewal", async () => {
    const fields = { cancellation: { ...ENDED, by: "client", endedAt: "", endsOn: "2027-05-22" } };
    const contract = withHistory(
      sampleContract("stripe", fields),
      event("cancellation-requested", "cancellation-requested-1", { by: "client" }),
      event("charged", "charged-in_2", { amountCents: 64_800 }),
      event("refunded", "refund-re_1", { amountCents: 64_800 }),
    );
    expect(sentEmails(contract)).toEqual([
      "ada@example.com: cancellation-confirmed",
      "grace@example.com: contract-notice",
    ]);
    expect(await textOf(contract, "cancellation-confirmed")).toMatch(
      /Refund receipt [^:]+-R1: \$648\.00 to your card on November 22, 2026/,
    );
  });

  test("a payment that is disputed at once is told to the admins alone", () => {
    const charged = event("charged", "charged-in_2", { amountCents: 64_800 });
    const disputed = event("disputed", "dispute-dp_1", { amountCents: 64_800 });
    const contract = (at: string) => withHistory(sampleContract("stripe"), charged, { ...disputed, at });
    expect(sentEmails(contract(charged.at))).toEqual(["grace@example.com: contract-notice"]);
    expect(sentEmails(contract("2026-11-22T14:30:00.000Z"))).toContain("ada@example.com: renewal-receipt");
  });

  test("what is revoked and renewed is one receipt", async () => {
    const contract = withHistory(
      sampleContract("stripe"),
      event("cancellation-revoked", "cancellation-revoked-1", { by: "client" }),
      event("charged", "charged-in_2", { amountCents: 64_800 }),
    );
    expect(sentEmails(contract)).toEqual([
      "grace@example.com: contract-notice",
      "ada@example.com: renewal-receipt",
    ]);
    expect(await textOf(contract, "renewal-receipt")).toContain("The cancellation was undone");
  });

  test("what was charged in the same second before it was revoked is told apart", async () => {
    const contract = withHistory(
      sampleContract("stripe"),
      event("charged", "charged-in_2", { amountCents: 64_800 }),
      event("cancellation-revoked", "cancellation-revoked-1", { by: "client" }),
    );
    expect(sentEmails(contract)).toContain("ada@example.com: cancellation-revoked");
    expect(await textOf(contract, "renewal-receipt")).not.toContain("The cancellation was undone");
  });
});

test.each([
  ["nobody cancelled", undefined, true],
  ["the client cancelled", "client", false],
])("after a failed charge and %s, the last email says why services ended", (_, by, unpaid) => {
  const dates = { requestedAt: "", endsOn: "2026-11-22", revocableUntil: "", confirmedAt: "", endedAt: "x" };
  const contract = withHistory(
    { ...sampleContract("stripe", {}), ...(by ? { cancellation: { ...dates, by } } : {}) },
    event("charge-failed", "charge-failed-in_1-4"),
    event("cancelled", "cancelled-sub_1"),
  );
  const ended = contractEmails(SITE, contract, NOW).find(({ id }) => id.includes("/cancelled-sub_1/"));
  expect(ended).toMatchObject({ body: { props: { unpaid } } });
});
