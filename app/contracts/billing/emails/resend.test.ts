import { describe, expect, test } from "vitest";
import { SAMPLE_INVOICE, sampleContract } from "../../../../tests/support/sample-contract.ts";
import { resendJobs, sentEmails } from "./emails.server.ts";

const SITE = { publicUrl: "https://site.test", adminEmails: ["grace@example.com"], secret: "secret" };
const NOW = new Date("2026-11-22T15:00:00.000Z");
const at = "2026-11-22T14:00:00.000Z";

describe("sending again", () => {
  const contract = sampleContract("stripe", {
    submittedAt: "2026-01-22T15:00:00.000Z",
    invoices: [SAMPLE_INVOICE],
    history: [
      { _key: "invoiced-INV-2026-0001", kind: "invoiced", at, invoice: SAMPLE_INVOICE.number },
      { _key: "refund-re_1", kind: "refunded", at, amountCents: 100 },
    ],
  });

  test("every email that the client got is listed, and none to the admins", () => {
    expect(sentEmails(SITE, contract, NOW).map(({ kind }) => kind)).toEqual([
      "refund-re_1",
      "invoiced-INV-2026-0001",
      "confirmation",
    ]);
  });

  test("an email is sent again once a press, at any time, to the client alone, with a link that is valid", () => {
    const again = (nonce: string, now: Date) =>
      resendJobs(SITE, contract, { kind: "confirmation", nonce, now });
    const linkOf = (jobs: ReturnType<typeof again>) =>
      (jobs[0]?.body as { props: { link: string } } | undefined)?.props.link;
    const first = again("n1", NOW);
    expect(first.map(({ id }) => id)).toEqual([`${contract._id}/confirmation-again-n1/ada@example.com`]);
    expect(first[0]?.body).not.toHaveProperty("limited");
    expect(again("n1", NOW)).toEqual(first);
    const later = again("n2", new Date("2027-11-22T15:00:00.000Z"));
    expect(later[0]?.id).not.toBe(first[0]?.id);
    expect(linkOf(later)).not.toBe(linkOf(first));
  });

  test("what was never sent cannot be sent again", () => {
    expect(resendJobs(SITE, contract, { kind: "placed", nonce: "n", now: NOW })).toEqual([]);
  });
});
