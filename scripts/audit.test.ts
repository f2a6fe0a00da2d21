import { expect, test } from "vitest";
import { readAudit } from "./audit.mjs";

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
