import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUsageCounter, type CountUse } from "../../platform/usage-counter.server.ts";
import { createFormToken } from "./form-token.server.ts";
import { HONEYPOT, FORM_TOKEN } from "./page-token.ts";
import { createSpamCheck } from "./spam-check.server.ts";

const SECRET = "a secret of sixteen or more";
const CALLER = "192.0.2.1";
const NOW = new Date("2026-11-21T15:04:05.678Z");
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

const formWith = (fields: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const errors: unknown[] = [];
function checkAt(ms: number, countUse: CountUse = async () => true) {
  const onError = (error: unknown) => void errors.push(error);
  return createSpamCheck({ secret: SECRET, countUse, onError, clock: () => new Date(NOW.getTime() + ms) });
}
const findSpamReason = (fields: Record<string, string | Blob>, ms: number) =>
  checkAt(ms)(formWith(fields), CALLER)("contact.1");

describe("the trap", () => {
  const page = createFormToken(SECRET, "page", NOW);
  const begun = createFormToken(SECRET, "begun", NOW);

  test.each<[string, Record<string, string | Blob>, number, string | null]>([
    ["a person with scripts", { [FORM_TOKEN]: begun, [HONEYPOT]: "" }, 9 * SECOND, null],
    ["a person without scripts", { [FORM_TOKEN]: page, [HONEYPOT]: "" }, 0, null],
    ["a form begun a month ago", { [FORM_TOKEN]: begun, [HONEYPOT]: "" }, 30 * DAY, null],
    ["a text browser that leaves empty fields out", { [FORM_TOKEN]: page }, SECOND, null],
    [
      "a filled hidden field",
      { [FORM_TOKEN]: begun, [HONEYPOT]: "https://spam.example" },
      9 * SECOND,
      "hidden-field",
    ],
    [
      "a file in the hidden field",
      { [FORM_TOKEN]: begun, [HONEYPOT]: new Blob(["x"]) },
      9 * SECOND,
      "hidden-field",
    ],
    ["no mark", { [HONEYPOT]: "" }, 9 * SECOND, "no-mark"],
    ["a file for a mark", { [FORM_TOKEN]: new Blob([begun]) }, 9 * SECOND, "no-mark"],
    ["half a second", { [FORM_TOKEN]: begun }, 0.5 * SECOND, "too-quick"],
    ["a mark of last season", { [FORM_TOKEN]: page }, 90 * DAY, "old-mark"],
  ])("%s", async (_name, fields, ms, spamReason) =>
    expect(await findSpamReason(fields, ms)).toBe(spamReason),
  );

  test("takes its fields out of the form, and nothing else", () => {
    const form = formWith({ name: "Ada", [FORM_TOKEN]: begun, [HONEYPOT]: "x" });
    checkAt(0)(form, CALLER);
    expect([...form]).toEqual([["name", "Ada"]]);
  });
});

describe("a mark counts once", () => {
  let directory: string;
  let countUse: CountUse;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "marks-"));
    const path = join(directory, "usage.sqlite");
    countUse = createUsageCounter({ redis: { on: false }, path, secret: SECRET }).count;
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const send = (mark: string, submission: string, caller = CALLER) =>
    checkAt(9 * SECOND, countUse)(formWith({ [FORM_TOKEN]: mark }), caller)(submission);

  test("of 52 posts with one mark the first is believed, and each repeat of it", async () => {
    const mark = createFormToken(SECRET, "begun", NOW);
    const judged = await Promise.all(Array.from({ length: 52 }, (_, post) => send(mark, `contact.${post}`)));
    expect(judged).toEqual([null, ...Array.from({ length: 51 }, () => "used-mark")]);
    expect(await send(mark, "contact.0")).toBeNull();
    expect(await send(mark, "contact.0", "192.0.2.9")).toBeNull();
    expect(await send(createFormToken(SECRET, "begun", NOW), "contact.60")).toBeNull();
  });

  test("a page's mark, which is everybody's, ten times a day for each caller", async () => {
    const mark = createFormToken(SECRET, "page", NOW);
    for (let post = 0; post < 10; post++) expect(await send(mark, `contact.${post}`)).toBeNull();
    expect(await send(mark, "contact.10")).toBe("used-mark");
    expect(await send(mark, "contact.3")).toBeNull();
    expect(await send(mark, "contact.11", "192.0.2.9")).toBeNull();
  });

  test("a form that is not whole, or was suspected already, uses up nothing", async () => {
    const mark = createFormToken(SECRET, "begun", NOW);
    checkAt(9 * SECOND, countUse)(formWith({ [FORM_TOKEN]: mark }), CALLER);
    expect(await checkAt(0, countUse)(formWith({ [FORM_TOKEN]: mark }), CALLER)("contact.1")).toBe(
      "too-quick",
    );
    expect(await send(mark, "contact.2")).toBeNull();
  });

  test("while nobody can count, nobody is suspected for it, and somebody hears of it", async () => {
    const away = checkAt(9 * SECOND, () => Promise.reject(new Error("away")));
    errors.length = 0;
    expect(
      await away(formWith({ [FORM_TOKEN]: createFormToken(SECRET, "begun", NOW) }), CALLER)("contact.1"),
    ).toBeNull();
    expect(errors).toEqual([new Error("away")]);
  });
});
