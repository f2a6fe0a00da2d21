import { useForm } from "@conform-to/react";
import { useEffect, useMemo, useRef, type FormEvent } from "react";
import { useTexts } from "../../content/use-texts.ts";
import {
  ATTACHMENTS,
  FILES_BEFORE,
  FILES_PENDING,
  stepOf,
  steps as allSteps,
} from "../../model/questionnaire-steps.ts";
import { QUESTION_TEXTS, stepsWith } from "../../model/texts/questions.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import { SpamFields } from "../../submissions/spam/spam-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { saveDraft } from "../../ui/form-draft.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { OtherTabNote } from "../../ui/other-tab-note.tsx";
import { Progress } from "../../ui/progress.tsx";
import { toast } from "../../ui/toast.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useOnNew } from "../../ui/use-on-new.ts";
import { useSteps } from "../../ui/use-steps.ts";
import { AttachmentsField, PlainAttachments } from "./attachments-field.tsx";
import { CheckAnswers } from "./check-answers.tsx";
import { answersFrom, type AnswerTree } from "./form-answers.ts";
import { UPLOADS_IN_DRAFT, uploadsToKeep } from "./kept-uploads.ts";
import { QUESTIONNAIRE_TEXTS, submitFailureText } from "./messages.ts";
import { QUESTIONNAIRE, type KeptFile } from "./questionnaire-result.ts";
import { StepButtons } from "./step-buttons.tsx";
import { StepSection } from "./step-section.tsx";
import type { UploadRow } from "./uploads-state.ts";
import { firstError, useErrors, useFilesArrived } from "./use-errors.ts";
import type { Submitting } from "./use-submit.ts";
import { useUploads, type Uploads } from "./use-uploads.ts";

/** The initial state of the form; a new key mounts a new form. */
export interface Start {
  key: string;
  draft: FormData | null;
  /** Id of the submission and of the draft that the files belong to; empty in server-rendered HTML. */
  draftId: string;
  rows: readonly UploadRow[];
  /** Whether the visitor has cleared the form before it (`useSteps`). */
  isCleared?: boolean;
}

interface QuestionnaireFormProps {
  start: Start;
  /** Whether `start` is a stored draft. */
  restored: boolean;
  submitting: Submitting;
  /** Files stored with a form that was posted without scripts. */
  kept: readonly KeptFile[];
  /** Files that were chosen before the scripts came, perhaps in a form that a draft has replaced since. */
  earlyFiles: readonly File[];
  onEarlyFiles: (files: readonly File[]) => void;
  onClear: () => void;
}

/** Name of the draft in the browser's storage. */
export const DRAFT = "questionnaireDraft";
const EXCLUDED_FROM_DRAFT: ReadonlySet<string> = new Set(["attachmentIds", ...SPAM_FIELDS]);
/** Name of the step in a stored draft. */
const STEP_IN_DRAFT = "step";
const FORM = "questionnaire";
/** Id of what a form that was posted without scripts shows first. */
const RESULT = "questionnaire-result";
const LAST = allSteps.length;

/** Five steps over one form. Without scripts it is one long page. */
export function QuestionnaireForm(props: QuestionnaireFormProps) {
  const { start, restored, submitting, kept, earlyFiles, onEarlyFiles, onClear } = props;
  const { draft, draftId } = start;
  const { result, sending } = submitting;
  const uploads = useUploads(draftId, start.rows);
  const firstStep = Number(draft?.get(STEP_IN_DRAFT) ?? 0);
  // As the site's editors worded them.
  const texts = useTexts(QUESTION_TEXTS);
  const steps = useMemo(() => stepsWith(texts), [texts]);
  const scripted = useHydrated();
  const ref = useRef<HTMLFormElement>(null);
  const { step, headingRef, go, next, previous } = useSteps(LAST, start.isCleared);
  const { lastResult, entries, clear, check, isChecked } = useErrors(result, FORM);

  const [form, fields] = useForm<AnswerTree>({
    id: FORM,
    defaultValue: answersFrom(draft),
    lastResult,
    onSubmit(event, { formData }) {
      event.preventDefault();
      if (uploads.problem) formData.set(FILES_PENDING, uploads.problem);
      submitting.send(formData);
    },
  });

  useOnNew(result, () => {
    const wrong = firstError(result);
    if (wrong) go(stepOf(wrong), { quietly: true });
    if (result?.status === "sent") go(1, { quietly: true, replace: true });
  });

  useEffect(() => {
    if (!draftId || earlyFiles.length === 0) return;
    uploads.add(earlyFiles);
    onEarlyFiles([]);
  }, [draftId, uploads, earlyFiles, onEarlyFiles]);

  // The state of each file is stored with the draft.
  useOnNew(uploads.rows, () => {
    if (ref.current && uploads.rows.length > 0) edited(ref.current);
  });

  // Who only looks through the steps leaves no draft.
  const isEdited = useRef(firstStep > 0);
  const shown = useRef(step);
  useOnNew(step, () => {
    const left = shown.current;
    shown.current = step;
    if (left === step || !ref.current) return;
    check(left, new FormData(ref.current));
    if (isEdited.current) edited(ref.current);
  });

  // A draft opens where it was left, unless the URL names a step.
  useOnNew(firstStep, () => {
    if (firstStep && !new URLSearchParams(location.search).has("step"))
      go(firstStep, { quietly: true, replace: true });
  });

  function edited(element: HTMLFormElement) {
    isEdited.current = true;
    if (result?.status === "sent") return;
    const data = new FormData(element);
    data.set(UPLOADS_IN_DRAFT, uploadsToKeep(uploads.rows));
    data.set(STEP_IN_DRAFT, String(step));
    saveDraft(DRAFT, data, (name) => EXCLUDED_FROM_DRAFT.has(name));
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    clear((event.target as HTMLInputElement).name);
    edited(event.currentTarget);
  }

  /** Enter and Next open the next step; only the last step submits the form. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    if (step === LAST) return form.onSubmit(event);
    event.preventDefault();
    next();
  }

  function clearAll() {
    uploads.removeAll();
    onClear();
    toast(QUESTIONNAIRE_TEXTS.cleared);
  }

  /** Opens the step of an answer; a step that is open already is shown from its heading. */
  function look(to: number, id?: string) {
    if (to === LAST) headingRef.current?.focus();
    else go(to, id ? { id } : {});
  }

  const filesId = `${FORM}-${ATTACHMENTS}`;
  const fileErrors = lastResult.error?.[ATTACHMENTS] ?? undefined;
  useFilesArrived(uploads.problem, fileErrors, () => clear(ATTACHMENTS), filesId);
  const files = scripted ? (
    <AttachmentsField id={filesId} uploads={uploads} errors={fileErrors} />
  ) : (
    <PlainAttachments id={filesId} kept={kept} errors={fileErrors} onReplaced={onEarlyFiles} />
  );
  const failure = result?.status === "failed" ? submitFailureText(result.code, result.requestId) : null;
  const missing = entries.length > 0 ? QUESTIONNAIRE_TEXTS.nearSubmit : null;

  return (
    <>
      {restored ? <DraftNotice onClear={clearAll} /> : null}
      <form
        ref={ref}
        id={form.id}
        method="post"
        action={`${QUESTIONNAIRE}#${RESULT}`}
        encType="multipart/form-data"
        data-draft={DRAFT}
        noValidate
        onSubmit={onSubmit}
        onInput={onInput}
        className="grid gap-8"
      >
        <div className="needs-scripts">
          <Progress step={step} of={LAST} title={steps[step - 1]?.title ?? ""} />
        </div>
        {result?.status === "invalid" ? <span id={RESULT} className="-mb-8" /> : null}
        <ErrorSummary
          heading={QUESTIONNAIRE_TEXTS.banner}
          entries={entries}
          attempt={result}
          quietly={isChecked}
          onSelect={({ id, name }) => go(stepOf(name), { id })}
        />
        <SpamFields />
        <HiddenFields draftId={draftId} scripted={scripted} uploads={uploads} />
        <div>
          {steps.map((item, index) => (
            <StepSection
              key={allSteps[index]?.title}
              number={index + 1}
              step={item}
              fields={fields}
              open={step === index + 1}
              scripted={scripted}
              headingRef={headingRef}
              {...(index + 1 === LAST ? { insert: { before: FILES_BEFORE, node: files } } : {})}
            />
          ))}
        </div>
        {scripted && step === LAST ? <CheckAnswers steps={steps} files={uploads.rows} onGo={look} /> : null}
        <div id={result?.status === "invalid" ? undefined : RESULT}>
          <OtherTabNote draftKey={DRAFT} className="mb-4" />
          <FormStatus tone="error" attempt={result}>
            {failure}
          </FormStatus>
        </div>
        <StepButtons
          step={step}
          scripted={scripted}
          sending={sending}
          warning={missing}
          onPrevious={previous}
        />
        <p className="needs-scripts text-sm text-ink-faint">{QUESTIONNAIRE_TEXTS.draftNote}</p>
      </form>
    </>
  );
}

/** Returns the completed files, which are sent with the answers. */
const attached = ({ rows }: Uploads) => rows.filter(({ state }) => state === "done");

/** Says that a stored draft was opened, and offers to start over. */
function DraftNotice({ onClear }: { onClear: () => void }) {
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border-l-4 border-accent bg-accent-tint px-5 py-3">
      <p role="status" className="font-medium text-accent-strong">
        {QUESTIONNAIRE_TEXTS.restored}
      </p>
      <Button variant="quiet" size="sm" onClick={onClear}>
        {QUESTIONNAIRE_TEXTS.clearDraft}
      </Button>
    </div>
  );
}

/**
 * With scripts the draft's id is also the submission's, so a retry is the same submission. Without scripts the server
 * identifies a submission by its content, and the id only belongs to its stored files.
 */
function HiddenFields({
  draftId,
  scripted,
  uploads,
}: {
  draftId: string;
  scripted: boolean;
  uploads: Uploads;
}) {
  return (
    <>
      {draftId ? <input type="hidden" name={scripted ? "submissionId" : "draftId"} value={draftId} /> : null}
      {attached(uploads).map(({ id }) => (
        <input key={id} type="hidden" name="attachmentIds" value={id} />
      ))}
    </>
  );
}
