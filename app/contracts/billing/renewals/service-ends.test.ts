import { expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../../tests/support/sample-contract.ts";
import type { Email } from "../../../email/email.ts";
import { lastDayOf } from "../../../model/contracts/cancellation.ts";
import type { ContractEvent } from "../../../model/contracts/history.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { contractEmails } from "../emails/emails.server.ts";
import { renewalView } from "./renewal-view.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };
const NOW = new Date("2026-11-22T15:00:00.000Z");
const AT = "2026-11-22T14:00:00.000Z";

test("the last day is the day before the end, or the day of a cancellation at once", () => {
  expect(lastDayOf("2027-11-23", { requestedAt: AT })).toBe("2027-11-22");
  expect(lastDayOf("2026-11-22", { requestedAt: AT })).toBe("2026-11-22");
});

test("a cancellation has a row for each service with its own date, and what is owed, for client and admins", () => {
  const line = {
    quantity: 1,
    totalCents: 1,
    discountCents: 0,
    couponCents: 0,
    paymentCents: 1,
    dueTodayCents: 1,
  };
  const lines = [
    { ...line, _key: "a", serviceId: "a", title: "Website maintenance", frequency: "quarterly" as const },
    { ...line, _key: "b", serviceId: "b", title: "Database management", frequency: "annually" as const },
    { ...line, _key: "c", serviceId: "c", title: "Domain", frequency: null },
  ] as unknown as NonNullable<StoredContract["lines"]>;
  const ends = [
    { _key: "quarterly", frequency: "quarterly" as const, endsOn: "2027-02-22" },
    { _key: "annually", frequency: "annually" as const, endsOn: "2027-11-22" },
  ];
  const cancellation = {
    requestedAt: AT,
    by: "client",
    endsOn: "2027-11-22",
    revocableUntil: "2027-02-22",
    confirmedAt: AT,
    endedAt: "",
    ends,
  };
  const given = sampleContract("invoice", { lines, cancellation, invoices: [SAMPLE_INVOICE] });
  const requested: ContractEvent = {
    _key: `cancellation-requested-${AT}`,
    at: AT,
    kind: "cancellation-requested",
    by: "client",
  };
  const contract: StoredContract = {
    ...given,
    submittedAt: "2026-01-22T15:00:00.000Z",
    history: [requested],
  };
  const [client, notice] = contractEmails(SITE, contract, NOW)
    .filter(({ id }) => id.includes("cancellation-requested"))
    .map(({ body }) => body as Email);
  expect(client?.props).toMatchObject({
    ends: [
      { service: "Website maintenance", lastDay: "2027-02-21" },
      { service: "Database management", lastDay: "2027-11-21" },
    ],
    owed: [{ number: SAMPLE_INVOICE.number }],
    revocableOn: "2027-02-21",
  });
  expect(notice?.props).toMatchObject({
    facts: [
      { label: "By" },
      { label: "Website maintenance", value: "until February 21, 2027" },
      { label: "Database management", value: "until November 21, 2027" },
      { label: `Invoice ${SAMPLE_INVOICE.number}` },
    ],
  });
  const view = renewalView({ ...contract, status: "invoice" }, { now: NOW, cardsOn: false });
  expect(view?.cancelled?.ends).toEqual((client?.props as { ends?: unknown } | undefined)?.ends);
});
