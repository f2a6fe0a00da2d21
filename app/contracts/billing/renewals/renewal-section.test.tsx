import { createRemixStub } from "@remix-run/testing";
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { RenewalSection } from "./renewal-section.tsx";
import type { OrderChange, RenewalView } from "./renewal-view.ts";

const half = {
  frequency: "biannually",
  date: "2027-07-31",
  amountCents: 64_800,
  lastAmountCents: null,
} as const;
const view: RenewalView = {
  byCard: true,
  card: { brand: "visa", last4: "4242" },
  renewals: [half],
  hold: null,
  declined: [],
  cancelling: {
    atOnce: false,
    ends: [{ service: "Website maintenance", lastDay: "2027-07-30", isOver: false }],
  },
  owed: [],
  cancelled: null,
  canChangeCard: true,
};

const DECLINED = {
  id: "in_1",
  amountCents: 2_000,
  declinedOn: "2027-02-28",
  nextTryOn: "2027-03-03",
  endsOn: "2027-03-15",
  confirmUrl: "",
};

function show(renewal: RenewalView, change?: OrderChange): string {
  const answer = change && { change };
  const Stub = createRemixStub([
    { path: "/", Component: () => <RenewalSection renewal={renewal} answer={answer} busy={false} /> },
  ]);
  return render(<Stub />).container.textContent;
}

test("says what renews, and until when the services go on once they are cancelled", () => {
  expect(show(view)).toContain("July 31, 2027Charged to your Visa ending in 4242, every 6 months$648.00");
  const [, ends] = screen.getAllByRole("list", { hidden: true });
  expect(ends?.textContent).toBe("Website maintenance: until July 30, 2027");
  const form = screen.getByRole("button", { name: "Yes, cancel my services", hidden: true }).closest("form");
  expect(form?.querySelector("input")).toMatchObject({ name: "intent", value: "cancel" });
});

test("names the end of each service when they are not the same", () => {
  const month = {
    frequency: "monthly",
    date: "2027-02-28",
    amountCents: 2_000,
    lastAmountCents: 1_500,
  } as const;
  const ends = [
    { service: "Database management", lastDay: "2027-02-27", isOver: false },
    { service: "Website maintenance", lastDay: "2027-07-30", isOver: false },
  ];
  const text = show({ ...view, renewals: [month, half], cancelling: { atOnce: false, ends } });
  expect(text).toContain("The period before was $15.00, after a coupon.");
  const items = within(screen.getAllByRole("list", { hidden: true })[1]!).getAllByRole("listitem", {
    hidden: true,
  });
  expect(items.map((item) => item.textContent)).toEqual([
    "Database management: until February 27, 2027",
    "Website maintenance: until July 30, 2027",
  ]);
});

test.each<[string, Partial<RenewalView>, RegExp]>([
  [
    "invoices on hold",
    { byCard: false, renewals: [], hold: "asked" },
    /Next invoice: On hold\. No further invoice is sent until the open ones are paid\. Your services go on, and the invoices of the time between follow then\./,
  ],
  [
    "a declined renewal",
    { declined: [DECLINED], cancelling: { atOnce: true, ends: [] } },
    /declined for the last renewal, and \$20\.00 is still to pay\. We try again on March 3, 2027; please update your card\. If it stays unpaid, its services end by March 15, 2027\.[\s\S]*its services end today/,
  ],
  [
    "two declined renewals, one of an earlier version",
    { declined: [DECLINED, { ...DECLINED, id: "in_2", amountCents: 34_200, nextTryOn: undefined }] },
    /\$20\.00 is still to pay[\s\S]*\$342\.00 is still to pay\. We try again in a few days; please update your card\./,
  ],
  ["by invoice", { byCard: false, card: null, canChangeCard: false }, /By invoice, every 6 months/],
  [
    "by invoice, unpaid",
    { byCard: false, card: null, owed: [{ number: "INV-2026-0001", cents: 100_800, dueOn: "2026-12-22" }] },
    /to the day below, and nothing more is invoiced[\s\S]*Invoice INV-2026-0001 remains payable: \$1,008\.00, due December 22, 2026/,
  ],
  [
    "by invoice, with two unpaid",
    {
      owed: [
        { number: "INV-2026-0001", cents: 100_800, dueOn: "2026-12-22" },
        { number: "INV-2026-0007", cents: 12_000, dueOn: "2027-01-21" },
      ],
    },
    /INV-2026-0007 remains payable: \$120\.00, due January 21, 2027\.That is \$1,128\.00 in all\./,
  ],
  ["a card that is not known", { card: null }, /Charged to your card/],
])("%s", (_, given, wanted) => {
  expect(show({ ...view, ...given })).toMatch(wanted);
});

test("leads to the page where the client confirms what the bank asks for", () => {
  const confirmUrl = "https://invoice.stripe.example/i/1";
  expect(show({ ...view, declined: [{ ...DECLINED, confirmUrl }] })).toContain(
    "Your bank wants you to confirm the last renewal, and $20.00 is still to pay.",
  );
  const link = screen.getByRole("link", { name: "Confirm the payment of $20.00" });
  expect(link.getAttribute("href")).toBe(confirmUrl);
});

const ends = [{ service: "Website maintenance", lastDay: "2027-07-30", isOver: false }];
const over = [{ service: "Database management", lastDay: "2027-02-27", isOver: true }];
const undelivered = ["Not delivered any more: $10.00."];
const cancelled = { ends, ended: false, undelivered: [] as string[], confirmed: true, canRevoke: true };
const ended = { ...cancelled, ended: true, canRevoke: false };
test.each<[string, typeof cancelled, RegExp, boolean]>([
  ["cancelled", cancelled, /None of your services renews\.Website maintenance: until July 30, 2027/, true],
  ["not confirmed", { ...cancelled, confirmed: false }, /We confirm this by email/, true],
  ["ended", { ...ended, ends: over }, /have ended\.Database management: ended February 27, 2027/, false],
  ["ended early", { ...ended, ends: over, undelivered }, /Not delivered any more: \$10\.00\./, false],
  [
    "ended for what was not paid",
    { ...ended, ends: [...over, ...ends] },
    /None of your services renews\..*ended February 27, 2027.*Website maintenance: until July 30, 2027/,
    false,
  ],
])("%s", (_, given, wanted, revocable) => {
  const text = show({ ...view, renewals: [], cancelling: null, canChangeCard: false, cancelled: given });
  expect(text).toMatch(wanted);
  expect(screen.queryByRole("button", { name: "Keep my services" }) !== null).toBe(revocable);
});

test("announces how a change went, and moves the focus there", () => {
  show(view, "failed");
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(screen.getByRole("alert").textContent).toContain("Nothing has changed.");
});
