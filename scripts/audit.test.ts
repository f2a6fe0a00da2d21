import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAudit } from "./audit.mjs";
import { root } from "./lib/run.mjs";

const report = (vulnerabilities: Record<string, number>) => JSON.stringify({ metadata: { vulnerabilities } });
const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };

test.each([
  ["nothing", none, "No known vulnerabilities", false],
  ["lesser ones", { ...none, low: 2, moderate: 1 }, "Known vulnerabilities: 1 moderate, 2 low", false],
  ["serious ones", { ...none, high: 1, critical: 3 }, "Known vulnerabilities: 3 critical, 1 high", true],
])("reports %s", (_name, found, line, serious) =>
  expect(readAudit(report(found))).toEqual({ line, serious }),
);

test.each([
  ["a registry without advisories", JSON.stringify({ message: "405 Method Not Allowed", error: {} })],
  ["no network", ""],
  ["a proxy's page", "<html>"],
])("returns null for %s", (_name, printed) => expect(readAudit(printed)).toBeNull());

/** Runs the command with a registry that answers every request so. Returns its exit code and what it printed. */
async function audit(status: number, body: string, args: string[]) {
  const registry = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void registry.close());
  await once(registry, "listening");
  const { port } = registry.address() as AddressInfo;
  const env = {
    ...process.env,
    NPM_CONFIG_REGISTRY: `http://127.0.0.1:${port}/`,
    NPM_CONFIG_FETCH_RETRIES: "0",
  };
  return new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile(process.execPath, [join(root, "scripts/audit.mjs"), ...args], { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, printed: stdout.trim() }),
    );
  });
}

const NOTHING = "Nothing was checked: the registry has no advisories, or did not answer.";
test.each([
  ["fails where nothing was checked", 405, "{}", [], 1, NOTHING],
  [
    "says so, and that it was skipped, as the gate does",
    405,
    "{}",
    ["--report-only"],
    0,
    `Skipped. ${NOTHING}`,
  ],
  [
    "passes without vulnerabilities",
    200,
    "{}",
    [],
    0,
    "No known vulnerabilities. More: npm audit --omit=dev",
  ],
])("npm run audit %s", async (_does, status, body, args, code, printed) => {
  expect(await audit(status, body, args)).toEqual({ code, printed });
});
