/**
 * Out of the way of a site that is running on 3000, and below the ports that systems give to outgoing connections (from
 * 32768), one of which may hold any of those. E2E_PORT moves all of them, for two runs on one machine.
 */
const base = Number(process.env.E2E_PORT ?? 24_173);

/** Ports of the browser tests. */
export const ports = {
  site: base + 0,
  faultySite: base + 1,
  lake: base + 2,
  control: base + 3,
  cardSite: base + 4,
  stripe: base + 5,
  google: base + 6,
} as const;
