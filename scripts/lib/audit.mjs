/** From the worst down. */
const SEVERITIES = ["critical", "high", "moderate", "low", "info"];

/**
 * What `npm audit --json` found, in one line, and whether something of it is serious; null when the registry did not answer:
 * mirrors and machines without a network have no advisories.
 * @param {string} printed
 * @returns {{ line: string, serious: boolean } | null}
 */
export function readAudit(printed) {
  let found;
  try {
    found = JSON.parse(printed).metadata?.vulnerabilities;
  } catch {
    return null;
  }
  if (!found) return null;
  const counts = SEVERITIES.filter((severity) => found[severity] > 0).map(
    (severity) => `${found[severity]} ${severity}`,
  );
  return {
    line: counts.length > 0 ? `Known holes in packages: ${counts.join(", ")}` : "No known holes in packages",
    serious: found.critical > 0 || found.high > 0,
  };
}
