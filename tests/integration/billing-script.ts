import { addDays, type CalendarDate } from "../../app/model/contracts/billing-dates.ts";
import { histories } from "./billing-ledger.ts";
import { END, frequencies, names, noon, START, type People } from "./billing-people.ts";

// What clients and admins do in the year of billing-ledger.ts, day by day.

type Step = [day: CalendarDate, act: (people: People) => Promise<unknown>];

const firstAmounts: Record<string, string> = {
  monthly: "132.00",
  quarterly: "354.00",
  biannually: "660.00",
  annually: "1236.00",
};

/** Months whose invoice is paid after twenty days. */
const paidInTime = ["02-28", "04-30", "05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30", "12-31"];

export const script: Step[] = [
  ...frequencies.map((frequency): Step => [
    "2027-02-10",
    (people) => people.receive(`invoice ${frequency}`, START, firstAmounts[frequency] ?? ""),
  ]),
  // One invoice is paid late and in two parts.
  ...paidInTime.map((day): Step => [
    addDays(`2027-${day}`, 20),
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
  // Two open invoices are paid by card at once.
  ["2027-02-10", (people) => people.receive("invoice mixed", START, "240.00")],
  ["2027-04-04", (people) => people.payAll("invoice mixed")],
  ...["04-30", "05-31", "06-30"].map((day): Step => [
    addDays(`2027-${day}`, 20),
    (people) => people.receive("invoice mixed", `2027-${day}`, "120.00"),
  ]),
  ["2027-08-05", (people) => people.press("invoice mixed", "cancel")],
  ["2027-08-20", (people) => people.receive("invoice mixed", "2027-07-31", "228.00")],
  [
    "2027-08-05",
    (people) => people.invoice("invoice biannually", "2027-07-31", { intent: "void", reason: "Moved house" }),
  ],
];

/** Days on which something happens, or is done. */
export const eventDays = (lines: Record<string, string[]>): CalendarDate[] => [
  ...Object.values(lines).flatMap((all) => all.map((line) => line.slice(0, 10))),
  ...script.map(([day]) => day),
];

/** Every day on which something happens, and those before and after it: what is early or late has another date. */
export const closeDays = new Set(
  eventDays(histories)
    .flatMap((day) => [-1, 0, 1].map((distance) => addDays(day, distance)))
    .filter((day) => day >= START && day <= END),
);

/** Lives through days. `before` may upset the site before the jobs of a day, `after` may look at what the day left. */
export async function live(
  people: People,
  days: readonly CalendarDate[],
  {
    before = async () => {},
    after = async () => {},
  }: Partial<Record<"before" | "after", (day: CalendarDate) => Promise<void>>> = {},
): Promise<void> {
  for (const name of names) await people.order(name);
  for (const day of days) {
    people.now = noon(day);
    await before(day);
    await people.site.advance(people.now);
    for (const [when, act] of script) if (when === day) await act(people);
    await after(day);
  }
  await people.site.advance(noon(END));
}
