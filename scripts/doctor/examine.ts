import { redactText } from "../../app/platform/log.server.ts";
import { inTime } from "../../app/platform/probe.server.ts";
import type { Check, Scene } from "./check.ts";

/** What one check found. */
export interface Result {
  id: string;
  area: string;
  state: "well" | "wrong" | "off";
  expects: string;
  findings: { wrong: string; todo: string }[];
  /** The vendor's page, when something is wrong. */
  page?: string;
}

/** How long a check may take, in ms. Its own limits are shorter. */
const TIMEOUT_MS = 30_000;

async function examineOne(check: Check, scene: Scene): Promise<Result> {
  const { id, area, expects, todo, page, isOn } = check;
  if (isOn && !isOn(scene.env)) return { id, area, state: "off", expects, findings: [] };
  const found = await inTime(Promise.resolve(scene).then(check.run), TIMEOUT_MS).catch((error: unknown) => [
    { wrong: error instanceof Error ? error.message : String(error) },
  ]);
  if (found.length === 0) return { id, area, state: "well", expects, findings: [] };
  const findings = found.map((finding) => ({ todo, ...finding, wrong: redactText(finding.wrong) }));
  return { id, area, state: "wrong", expects, findings, ...(page ? { page: page(scene.env) } : {}) };
}

/** Runs all checks, at the same time. Never rejects: what cannot be asked is a finding. */
export const examine = (checks: readonly Check[], scene: Scene): Promise<Result[]> =>
  Promise.all(checks.map((check) => examineOne(check, scene)));

const MARKS = { well: "well ", wrong: "WRONG", off: "off  " };

/** Returns the lines for people. */
export const report = (results: readonly Result[]): string[] =>
  results.flatMap(({ area, state, expects, findings, page }) => [
    ...(state === "wrong" ? [] : [`${MARKS[state]}  ${area}: ${expects}`]),
    ...findings.flatMap(({ wrong, todo }) => [`${MARKS.wrong}  ${area}: ${wrong}`, `       ${todo}`]),
    ...(page ? [`       ${page}`] : []),
  ]);
