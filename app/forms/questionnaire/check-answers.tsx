import { useEffect, useState, type RefObject } from "react";
import { AnswerList } from "../../ui/answer-list.tsx";
import { givenAnswers, type GivenStep } from "./form-answers.ts";
import { CHECK_TEXTS, FILE_TEXTS } from "./messages.ts";
import type { Step } from "../../model/question.ts";
import { LineIcon } from "../../ui/line-icon.tsx";

interface CheckAnswersProps {
  form: RefObject<HTMLFormElement | null>;
  steps: readonly Step[];
  /** Names of the attached files. */
  files: readonly string[];
  /** Opens a step, at the control with this id if one is given. */
  onGo: (step: number, control?: string) => void;
}

/** All answers of all steps, on the last step before sending. */
export function CheckAnswers({ form, steps, files, onGo }: CheckAnswersProps) {
  const given = useGivenAnswers(form, steps);
  if (!given) return null;
  const all = given.flatMap(({ answers }) => answers);
  const missing = all.filter(({ value }) => value === "").length;
  const wrong = all.filter(({ problem }) => problem !== null).length;
  const sections = given.map(({ title, number, answers }) => ({
    title,
    step: number,
    link: CHECK_TEXTS.change,
    answers: [
      ...answers.map(({ name, label, value, problem }) => {
        const text = value === "" ? CHECK_TEXTS.answer : problem && `${value}: ${problem}`;
        const onAnswer = () => onGo(number, `questionnaire-${name}`);
        return { label, value, ...(text ? { missing: { text, onAnswer } } : {}) };
      }),
      ...(number === steps.length && files.length > 0
        ? [{ label: FILE_TEXTS.label, value: files.join(", ") }]
        : []),
    ],
  }));
  return (
    <details className="group rounded-xl border border-line bg-surface">
      <summary className="flex min-h-14 flex-wrap rounded-xl items-center gap-x-4 gap-y-1 px-5 py-3 sm:px-6">
        <span className="text-lg font-semibold">{CHECK_TEXTS.heading}</span>
        <span className="text-sm text-ink-faint">{CHECK_TEXTS.state(missing, wrong)}</span>
        <LineIcon className="ml-auto size-5 group-open:rotate-180">
          <path d="M5 9l7 7 7-7" />
        </LineIcon>
      </summary>
      <div className="border-t border-line px-5 py-5 sm:px-6">
        <AnswerList sections={sections} onChange={(step) => onGo(step)} />
      </div>
    </details>
  );
}

/** Returns the answers in the form, updated while they are edited; null until they are read. */
function useGivenAnswers(form: RefObject<HTMLFormElement | null>, steps: readonly Step[]) {
  const [given, setGiven] = useState<GivenStep[] | null>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const read = () => setGiven(givenAnswers(new FormData(element), steps));
    read();
    element.addEventListener("input", read);
    return () => element.removeEventListener("input", read);
  }, [form, steps]);
  return given;
}
