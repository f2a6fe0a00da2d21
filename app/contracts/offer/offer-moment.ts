const moment = new Intl.DateTimeFormat("en-US", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/New_York",
});

/** A moment of a contract in words, where the company is. Takes ISO time. */
export function offerMoment(time: string): string {
  return moment.format(new Date(time));
}
