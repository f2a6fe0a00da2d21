import { spawnSync } from "node:child_process";
import { root, SKIPPED, toolEnv } from "./lib/run.mjs";

// npm run audit: known vulnerabilities in the packages that the site runs with. Exits with 1 when one is high or critical, and when
// nothing could be checked. --report-only, as in the gate, never fails: an advisory published this morning is no fault of today's
// change, and whether a registry has advisories is none either.

/** The workspaces that run with the site; packages/stand-ins does not. */
const SHIPPED = ["packages/lakelet", "studio"];
/** The registry may be slow or unreachable. */
const TIMEOUT_MS = 20_000;
/** Most severe first. */
const SEVERITIES = ["critical", "high", "moderate", "low", "info"];

/**
 * Returns one line about what `npm audit --json` printed and whether something of it is serious. Returns null when the registry
 * has no advisories, as mirrors do not, or cannot be reached.
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
    line: counts.length > 0 ? `Known vulnerabilities: ${counts.join(", ")}` : "No known vulnerabilities",
    serious: found.critical > 0 || found.high > 0,
  };
}

if (import.meta.main) {
  const args = [
    "audit",
    "--omit=dev",
    "--json",
    "--include-workspace-root",
    ...SHIPPED.map((path) => `--workspace=${path}`),
  ];
  const { stdout } = spawnSync("npm", args, {
    cwd: root,
    env: toolEnv(),
    encoding: "utf8",
    timeout: TIMEOUT_MS,
  });
  const audit = readAudit(stdout ?? "");
  const reportsOnly = process.argv.includes("--report-only");
  const line = audit
    ? `${audit.line}. More: npm audit --omit=dev`
    : `${reportsOnly ? SKIPPED : ""}Nothing was checked: the registry has no advisories, or did not answer.`;
  process.stdout.write(`   ${line}\n`);
  process.exit(reportsOnly || audit?.serious === false ? 0 : 1);
}
