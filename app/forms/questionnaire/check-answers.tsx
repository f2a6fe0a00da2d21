import type { Step } from "../../model/question.ts";
import { AnswerList } from "../../ui/answer-list.tsx";
import { LineIcon } from "../../ui/line-icon.tsx";
import { useFormValues } from "../../ui/use-form-values.ts";
import { givenAnswers } from "./form-answers.ts";
import { CHECK_TEXTS, FILE_TEXTS } from "./messages.ts";
import type { UploadRow } from "./uploads-state.ts";

interface CheckAnswersProps {
  steps: readonly Step[];
  files: readonly UploadRow[];
  /** Opens a step, at the control with this id if one is given. */
  onGo: (step: number, control?: string) => void;
}

const fileLine = ({ name, state }: UploadRow): string =>
  state === "done" ? name : `${name} (${CHECK_TEXTS.notUploaded})`;

/** All answers of all steps of the form that it stands in, on the last step before sending. */
export function CheckAnswers({ steps, files, onGo }: CheckAnswersProps) {
  const [ref, values] = useFormValues<HTMLDetailsElement>();
  const given = values ? givenAnswers(values, steps) : [];
  const all = given.flatMap(({ answers }) => answers);
  const missing = all.filter(({ value }) => value === "").length;
  const wrong = all.filter(({ problem }) => problem !== null).length;
  const notUploaded = files.filter(({ state }) => state !== "done").length;
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
        ? [{ label: FILE_TEXTS.label, value: files.map(fileLine).join(", ") }]
        : []),
    ],
  }));
  return (
    <details ref={ref} className="group rounded-xl border border-line bg-surface">
      <summary className="flex min-h-14 flex-wrap rounded-xl items-center gap-x-4 gap-y-1 px-5 py-3 sm:px-6">
        <span className="text-lg font-semibold">{CHECK_TEXTS.heading}</span>
        <span className="text-sm text-ink-faint">{CHECK_TEXTS.state({ missing, wrong, notUploaded })}</span>
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
