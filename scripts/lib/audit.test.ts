import { expect, test } from "vitest";
import { readAudit } from "./audit.mjs";

const answer = (vulnerabilities: Record<string, number>) => JSON.stringify({ metadata: { vulnerabilities } });
const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };

test.each([
  ["nothing", none, "No known holes in packages", false],
  ["what can wait", { ...none, low: 2, moderate: 1 }, "Known holes in packages: 1 moderate, 2 low", false],
  ["what cannot", { ...none, high: 1, critical: 3 }, "Known holes in packages: 3 critical, 1 high", true],
])("finds %s", (_name, found, line, serious) => expect(readAudit(answer(found))).toEqual({ line, serious }));

test.each([
  ["a registry without advisories", JSON.stringify({ message: "405 Method Not Allowed", error: {} })],
  ["no network", ""],
  ["a proxy's page", "<html>"],
])("says so when there is %s", (_name, printed) => expect(readAudit(printed)).toBeNull());
