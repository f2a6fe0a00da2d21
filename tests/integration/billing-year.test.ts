import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { CalendarDate } from "../../app/model/contracts/billing-dates.ts";
import { startBillingSite } from "../support/billing-site.ts";
import { histories, ledgerOf, readLedger } from "./billing-ledger.ts";
import { noon, People, START } from "./billing-people.ts";
import { eventDays, live } from "./billing-script.ts";

// Contracts of every frequency, by card and by invoice, through a year with cards that fail, cheques that are late, refunds and
// cancellations, on a site that is killed again and again while Stripe's events get lost or arrive twice. What was charged, invoiced,
// recorded and mailed has to be exactly what billing-ledger.ts says. contract-figures.test.ts has the same year on a quiet site.

/** The site is off from March 28 on; the invoice of March 31 is issued on April 3, when it is back. */
const AWAY = { from: "2027-03-28", to: "2027-04-03" };
const afterWeekOff: Record<string, string[]> = {
  ...histories,
  "invoice monthly": (histories["invoice monthly"] ?? []).map((line) =>
    line
      .replace("2027-03-31 invoiced", "2027-04-03 invoiced")
      .replace("2027-05-07 invoice-reminded", "2027-05-10 invoice-reminded")
      .replace("2027-05-21 invoice-reminded", "2027-05-24 invoice-reminded")
      .replace("2027-05-21 unpaid-asked", "2027-05-24 unpaid-asked"),
  ),
  "invoice mixed": (histories["invoice mixed"] ?? []).map((line) =>
    line.replace("2027-03-31 invoiced", "2027-04-03 invoiced"),
  ),
};

const killedOn = new Set(["2027-02-28", "2027-05-31", "2027-07-31", "2027-10-31", "2028-01-31"]);

test("a site that is killed, off for a week, and hears from Stripe twice, late or not at all", async () => {
  const site = await startBillingSite(noon(START));
  try {
    const people = new People(site);
    const days = new Set([...eventDays(afterWeekOff), ...killedOn, AWAY.to]);
    const isAway = (day: CalendarDate) => day >= AWAY.from && day < AWAY.to;
    const upset = async (day: CalendarDate) => {
      if (day === "2027-02-28") site.standIn.disturb({ times: 2 });
      if (day === "2027-04-30") site.standIn.disturb({ drop: /./ });
      if (day === "2027-07-01") site.standIn.disturb({ hold: true });
      if (day > "2027-07-01") await site.standIn.release({ newestFirst: true });
      if (day === AWAY.to) await site.kill().then(() => site.restart());
      if (!killedOn.has(day)) return;
      const jobs = site.advance(people.now).catch(() => undefined);
      await sleep(Math.random() * 250);
      await site.kill();
      await jobs;
      await site.restart();
    };
    await live(people, [...days].filter((day) => !isAway(day)).toSorted(), { before: upset });
    await site.standIn.release();
    expect(await readLedger(people)).toEqual(ledgerOf(afterWeekOff));
  } finally {
    await site.close();
  }
});
