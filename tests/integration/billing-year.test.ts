import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { addDays, type CalendarDate } from "../../app/model/contracts/billing-dates.ts";
import { histories, ledgerOf, readLedger } from "./billing-ledger.ts";
import { END, frequencies, names, noon, People, START } from "./billing-people.ts";
import { startBillingSite } from "../support/billing-site.ts";

// Contracts of every frequency, by card and by invoice, through a year with cards that fail, cheques that are late, refunds and
// cancellations. What was charged, invoiced, recorded and mailed has to be exactly what billing-ledger.ts says: on
// a quiet site, and on one that is killed again and again while Stripe's events get lost or arrive twice.

type Step = [day: CalendarDate, act: (people: People) => Promise<unknown>];

const firstAmounts: Record<string, string> = {
  monthly: "132.00",
  quarterly: "354.00",
  biannually: "660.00",
  annually: "1236.00",
};

/** Months whose invoice is paid after three weeks. */
const paidInTime = ["02-28", "04-30", "05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30", "12-31"];

const script: Step[] = [
  ...frequencies.map((frequency): Step => [
    "2027-02-10",
    (people) => people.receive(`invoice ${frequency}`, START, firstAmounts[frequency] ?? ""),
  ]),
  // One invoice is paid late and in two parts.
  ...paidInTime.map((day): Step => [
    addDays(`2027-${day}`, 21),
    (people) => people.receive("invoice monthly", `2027-${day}`, "120.00"),
  ]),
  ["2027-05-25", (people) => people.receive("invoice monthly", "2027-03-31", "100.00", "7")],
  ["2027-05-26", (people) => people.receive("invoice monthly", "2027-03-31", "20.00", "8")],
  // A card that is declined twice before the client replaces it.
  ["2027-05-15", (people) => people.replaceCard("card monthly", "4000000000000341")],
  ["2027-06-04", (people) => people.replaceCard("card monthly", "5555555555554444")],
  ["2027-08-15", (people) => people.refund("card monthly", "2027-07-31", 2_000)],
  ["2027-10-05", (people) => people.press("card monthly", "cancel")],
  // A change of mind, and a dispute.
  ["2027-06-01", (people) => people.press("card quarterly", "cancel")],
  ["2027-06-02", (people) => people.press("card quarterly", "keep")],
  ["2027-08-10", (people) => people.dispute("card quarterly", "2027-07-31")],
  // A card that is declined until Stripe gives up.
  ["2027-07-10", (people) => people.replaceCard("card biannually", "4000000000000341")],
  ["2028-01-10", (people) => people.press("card annually", "cancel")],
  [
    "2027-05-10",
    (people) =>
      people.invoice("invoice quarterly", "2027-04-30", {
        intent: "credit",
        amount: "42.00",
        reason: "Late",
      }),
  ],
  ["2027-05-20", (people) => people.receive("invoice quarterly", "2027-04-30", "300.00")],
  ["2027-08-20", (people) => people.receive("invoice quarterly", "2027-07-31", "342.00")],
  ["2027-09-01", (people) => people.press("invoice quarterly", "cancel")],
  [
    "2027-08-05",
    (people) => people.invoice("invoice biannually", "2027-07-31", { intent: "void", reason: "Moved house" }),
  ],
];

/** Days on which something happens, or is done. */
const eventDays = (lines: Record<string, string[]>): CalendarDate[] => [
  ...Object.values(lines).flatMap((all) => all.map((line) => line.slice(0, 10))),
  ...script.map(([day]) => day),
];

/** Every day on which something happens, and those before and after it: what is early or late has another date. */
const closeDays = new Set(
  eventDays(histories)
    .flatMap((day) => [-1, 0, 1].map((distance) => addDays(day, distance)))
    .filter((day) => day >= START && day <= END),
);

/** Lives through days. `before` may upset the site before the jobs of a day. */
async function live(
  people: People,
  days: readonly CalendarDate[],
  before: (day: CalendarDate) => Promise<void> = async () => {},
): Promise<void> {
  for (const name of names) await people.order(name);
  for (const day of days) {
    people.now = noon(day);
    await before(day);
    await people.site.advance(people.now);
    for (const [when, act] of script) if (when === day) await act(people);
  }
  await people.site.advance(noon(END));
}

// Both wait for emails that a killed process had begun, so they run at the same time.
test.concurrent("a year, around every day that matters, is charged, invoiced, recorded and mailed once", async ({
  expect,
}) => {
  const site = await startBillingSite(noon(START));
  try {
    const people = new People(site);
    await live(people, [...closeDays].toSorted());
    expect(await readLedger(people)).toEqual(ledgerOf(histories));
  } finally {
    await site.close();
  }
}, 300_000);

/** The site is off from March 28 on; the invoice of March 31 is issued on April 3, when it is back. */
const AWAY = { from: "2027-03-28", to: "2027-04-03" };
const afterWeekOff: Record<string, string[]> = {
  ...histories,
  "invoice monthly": (histories["invoice monthly"] ?? []).map((line) =>
    line
      .replace("2027-03-31 invoiced", "2027-04-03 invoiced")
      .replace("2027-05-07 invoice-reminded", "2027-05-10 invoice-reminded")
      .replace("2027-05-21 invoice-reminded", "2027-05-24 invoice-reminded"),
  ),
};

const killedOn = new Set(["2027-02-28", "2027-05-31", "2027-07-31", "2027-10-31", "2028-01-31"]);

test.concurrent("a site that is killed, off for a week, and hears from Stripe twice, late or not at all", async ({
  expect,
}) => {
  const site = await startBillingSite(noon(START));
  try {
    const people = new People(site);
    const days = new Set([...eventDays(afterWeekOff), ...killedOn, AWAY.to]);
    const isAway = (day: CalendarDate) => day >= AWAY.from && day < AWAY.to;
    const upset = async (day: CalendarDate) => {
      if (day === "2027-02-28") site.double.disturb({ times: 2 });
      if (day === "2027-04-30") site.double.disturb({ drop: /./ });
      if (day === "2027-07-01") site.double.disturb({ hold: true });
      if (day > "2027-07-01") await site.double.release({ newestFirst: true });
      if (day === AWAY.to) await site.kill().then(() => site.restart());
      if (!killedOn.has(day)) return;
      const jobs = site.advance(people.now).catch(() => undefined);
      await sleep(Math.random() * 250);
      await site.kill();
      await jobs;
      await site.restart();
    };
    await live(people, [...days].filter((day) => !isAway(day)).toSorted(), upset);
    await site.double.release();
    expect(await readLedger(people)).toEqual(ledgerOf(afterWeekOff));
  } finally {
    await site.close();
  }
}, 300_000);
