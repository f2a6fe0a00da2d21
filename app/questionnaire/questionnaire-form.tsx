import { useForm, type SubmissionResult } from "@conform-to/react";
import { useEffect, useMemo, useState, type FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { Progress } from "../ui/progress.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { useSteps } from "../ui/use-steps.ts";
import type { AnswerTree } from "./answers.ts";
import { QUESTIONNAIRE_TEXTS, submitFailureText } from "./messages.ts";
import type { QuestionnaireOutcome } from "./outcome.ts";
import { StepFields } from "./step-fields.tsx";
import { questions, stepOf, steps } from "./steps.ts";
import { useSubmit } from "./use-submit.ts";

export interface QuestionnaireFormProps {
  answers: AnswerTree;
  submissionId: string;
  posted: QuestionnaireOutcome | undefined;
  onEdit: (form: FormData) => void;
  onSent: () => void;
}

const LAST = steps.length;

function resultOf(outcome: QuestionnaireOutcome | undefined): SubmissionResult | undefined {
  return outcome && "submission" in outcome && outcome.submission ? { ...outcome.submission } : undefined;
}

/** The first message of every wrong field, in the order of the questions. */
function errorList(
  errors: Readonly<Record<string, readonly string[] | null | undefined>>,
  idOf: (name: string) => string,
) {
  return questions.flatMap(({ name }) => {
    const message = errors[name]?.[0];
    return message ? [{ id: idOf(name), name, message }] : [];
  });
}

/** Five steps over one form. Without scripts it is one long page. */
export function QuestionnaireForm({ answers, submissionId, posted, onEdit, onSent }: QuestionnaireFormProps) {
  const scripted = useHydrated();
  const { step, headingRef, go, next, previous } = useSteps(LAST);
  const { outcome, attempt, sending, send } = useSubmit(posted, onSent);
  const lastResult = useMemo(() => resultOf(outcome), [outcome]);
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());

  const [form, fields] = useForm<AnswerTree>({
    id: "questionnaire",
    defaultValue: answers,
    ...(lastResult ? { lastResult } : {}),
    onSubmit(event: FormEvent<HTMLFormElement>, { formData }) {
      event.preventDefault();
      void send(formData);
    },
  });

  const found = outcome?.status === "invalid" ? (outcome.submission.error ?? {}) : {};
  // One map of errors: what the server found, less what was edited since.
  const errors = Object.fromEntries(Object.entries(found).filter(([name]) => !edited.has(name)));
  const entries = errorList(errors, (name) => `${form.id}-${name}`);
  const first = entries[0]?.name;

  useEffect(() => setEdited(new Set()), [outcome]);
  useEffect(() => {
    if (attempt > 0 && outcome?.status === "invalid" && first) go(stepOf(first), { quietly: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once per answer of the server, not per edit
  }, [attempt]);

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement;
    if (found[name] && !edited.has(name)) setEdited(new Set([...edited, name]));
    onEdit(new FormData(event.currentTarget));
  }

  const failure = outcome?.status === "failed" ? submitFailureText(outcome.code) : null;
  return (
    <form
      id={form.id}
      method="post"
      action="/questionnaire"
      noValidate
      onSubmit={form.onSubmit}
      onInput={onInput}
      className="grid gap-8"
    >
      {scripted ? <Progress step={step} of={LAST} title={steps[step - 1]?.title ?? ""} /> : null}
      <FormStatus tone="error" attempt={attempt}>
        {entries.length > 0 ? QUESTIONNAIRE_TEXTS.banner : failure}
      </FormStatus>
      <ErrorSummary
        heading={QUESTIONNAIRE_TEXTS.summary}
        entries={entries}
        attempt={attempt}
        onSelect={(entry) => go(stepOf(entry.name), { id: entry.id })}
      />
      <input type="hidden" name="submissionId" value={submissionId} readOnly />
      {steps.map((item, index) => (
        <section
          key={item.title}
          hidden={scripted && step !== index + 1}
          aria-labelledby={`questionnaire-step-${index + 1}`}
        >
          <h2
            id={`questionnaire-step-${index + 1}`}
            ref={step === index + 1 ? headingRef : null}
            tabIndex={-1}
            className="mb-8 text-2xl outline-none"
          >
            {item.title}
          </h2>
          <StepFields step={item} fields={fields} errors={errors} scripted={scripted} />
        </section>
      ))}
      <div className="flex flex-row-reverse flex-wrap items-start justify-between gap-4">
        {scripted && step < LAST ? (
          <Button
            type="submit"
            size="lg"
            onClick={(event) => {
              event.preventDefault();
              next();
            }}
          >
            {QUESTIONNAIRE_TEXTS.next}
          </Button>
        ) : (
          <div>
            <Button type="submit" size="lg" aria-disabled={sending ? true : undefined}>
              {sending ? QUESTIONNAIRE_TEXTS.submitting : QUESTIONNAIRE_TEXTS.submit}
            </Button>
            {entries.length > 0 ? (
              <p className="mt-2 font-semibold text-danger">{QUESTIONNAIRE_TEXTS.nearSubmit}</p>
            ) : null}
          </div>
        )}
        {scripted ? (
          <Button
            variant="secondary"
            size="lg"
            aria-disabled={step === 1 ? true : undefined}
            onClick={previous}
          >
            {QUESTIONNAIRE_TEXTS.previous}
          </Button>
        ) : null}
      </div>
      <FormStatus tone="success">
        {outcome?.status === "sent" ? QUESTIONNAIRE_TEXTS.success : null}
      </FormStatus>
    </form>
  );
}
