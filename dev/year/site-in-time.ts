import type { Services } from "../../app/services.server.ts";
import { startSite } from "../../server/index.ts";

export interface SiteInTime {
  services: Services;
  now(): Date;
  /** Sets the time, which runs on from there. */
  setTime(time: Date): void;
  /** Runs the hourly jobs of contracts. */
  runJobs(): Promise<void>;
}

/** Starts the site at a time of its own, for tests and the demo. Rejects like `startSite`. */
export async function startSiteInTime(
  time: Date,
  env: Readonly<Record<string, string | undefined>>,
  options: { shouldSchedule?: boolean } = {},
): Promise<SiteInTime> {
  // From the system's time to the site's.
  let offsetMs = 0;
  const setTime = (to: Date) => void (offsetMs = to.getTime() - Date.now());
  const now = () => new Date(Date.now() + offsetMs);
  setTime(time);
  const { services } = await startSite(env, { ...options, shouldWarm: false, clock: now });
  return {
    services,
    now,
    setTime,
    async runJobs() {
      await services.billing.run();
      await services.payments.sweep?.();
    },
  };
}
