import { useSyncExternalStore } from "react";
import { createSubscribers, readStored, writeStored } from "../../ui/browser-storage.ts";
import { visitorObjects } from "../analytics.tsx";

/** Whether the visitor lets Google Analytics count the visit; null before the first choice. */
export type Consent = "yes" | "no" | null;

const KEY = "analyticsConsent";

interface Snapshot {
  consent: Consent;
  /** Whether the visitor asked to change the choice. */
  isReopened: boolean;
}

/** Until the page is hydrated nobody is asked and nothing is loaded. */
const OF_SERVER: Snapshot = { consent: "no", isReopened: false };

let snapshot: Snapshot | undefined;
/** Follows a choice made in another tab. */
const { subscribe, notify } = createSubscribers(KEY, () =>
  change({ consent: readConsent(), isReopened: false }),
);

function readConsent(): Consent {
  if (visitorObjects(navigator)) return "no";
  const stored = readStored(KEY);
  return stored === "yes" || stored === "no" ? stored : null;
}

function change(next: Snapshot): void {
  snapshot = next;
  notify();
}

/** Returns the visitor's choice. The server renders the same page for everyone, so its HTML says "no". */
export function useConsent(): Snapshot {
  return useSyncExternalStore(
    subscribe,
    () => (snapshot ??= { consent: readConsent(), isReopened: false }),
    () => OF_SERVER,
  );
}

/** Stores the choice; without storage it lasts until the page is left. A "no" also removes the cookies of an earlier "yes". */
export function chooseConsent(consent: "yes" | "no"): void {
  writeStored(KEY, consent);
  if (consent === "no") removeGoogleCookies();
  change({ consent, isReopened: false });
}

export function reopenConsent(): void {
  change({ consent: readConsent(), isReopened: true });
}

/** Google sets its cookies for the widest domain that the browser allows. */
function removeGoogleCookies(): void {
  const names = document.cookie.split("; ").map((cookie) => cookie.split("=", 1)[0] ?? "");
  const labels = location.hostname.split(".");
  const domains = labels.map((_label, index) => `; domain=${labels.slice(index).join(".")}`);
  for (const name of names.filter((one) => /^_ga(?:_|$)/.test(one)))
    for (const domain of ["", ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`;
}
