import { redactText } from "../../app/platform/log.server.ts";
import { inTime } from "../../app/platform/probe.server.ts";
import type { Check, Finding, Scene } from "./check.ts";

/** What one check found. */
export interface Result {
  id: string;
  area: string;
  /** `look`: nothing is wrong, and something could not be asked. */
  state: "well" | "wrong" | "look" | "off";
  expects: string;
  findings: (Finding & { todo: string })[];
  /** The vendor's page, when there are findings. */
  page?: string;
}

/** How long a check may take, in ms. Its own limits are shorter. */
const TIMEOUT_MS = 30_000;

async function examineOne(check: Check, scene: Scene): Promise<Result> {
  const { id, area, expects, todo, page, isOn, run = () => [{ look: expects }] } = check;
  if (isOn && !isOn(scene.env)) return { id, area, state: "off", expects, findings: [] };
  const found: Finding[] = await inTime(Promise.resolve(scene).then(run), TIMEOUT_MS).catch(
    (error: unknown) => [{ wrong: error instanceof Error ? error.message : String(error) }],
  );
  if (found.length === 0) return { id, area, state: "well", expects, findings: [] };
  const findings = found.map(({ wrong, look = "", ...more }) => ({
    todo,
    ...more,
    ...(wrong === undefined ? { look: redactText(look) } : { wrong: redactText(wrong) }),
  }));
  const state = found.some(({ wrong }) => wrong !== undefined) ? "wrong" : "look";
  return { id, area, state, expects, findings, ...(page ? { page: page(scene.env) } : {}) };
}

/** Runs all checks, at the same time. Never rejects: what cannot be asked is a finding. */
export const examine = (checks: readonly Check[], scene: Scene): Promise<Result[]> =>
  Promise.all(checks.map((check) => examineOne(check, scene)));

const MARKS = { well: "well ", wrong: "WRONG", look: "look ", off: "off  " };

/** Returns the lines for people. */
export const report = (results: readonly Result[]): string[] =>
  results.flatMap(({ area, state, expects, findings, page }) => [
    ...(findings.length > 0 ? [] : [`${MARKS[state]}  ${area}: ${expects}`]),
    ...findings.flatMap(({ wrong, look, todo }) => [
      `${wrong === undefined ? MARKS.look : MARKS.wrong}  ${area}: ${wrong ?? look}`,
      `       ${todo}`,
    ]),
    ...(page ? [`       ${page}`] : []),
  ]);
