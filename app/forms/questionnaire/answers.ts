import { defaultAnswers, questions } from "./steps.ts";

/** Answers by group and field, as conform takes them for defaults. */
export type AnswerTree = Record<string, Record<string, string | string[]>>;

/** What the form starts with: the kept draft, else the defaults. */
export function answersFrom(draft: FormData | null): AnswerTree {
  const tree: AnswerTree = {};
  for (const { name, kind } of questions) {
    const [group = "", field = ""] = name.split(".");
    const kept = draft?.getAll(name).filter((value) => typeof value === "string");
    const first = draft ? (kept?.[0] ?? "") : (defaultAnswers[name] ?? "");
    tree[group] = { ...tree[group], [field]: kind === "checkboxes" ? (kept ?? []) : first };
  }
  return tree;
}
