import { useCallback, useEffect, useState } from "react";
import { mintSubmissionId } from "../submissions/post-form.ts";
import { Button } from "../ui/button.tsx";
import { clearDraft, readDraft, saveDraft } from "../ui/form-draft.ts";
import { FormStatus } from "../ui/form-status.tsx";
import { answersFrom } from "./answers.ts";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";
import type { QuestionnaireOutcome } from "./outcome.ts";
import { QuestionnaireForm } from "./questionnaire-form.tsx";

const DRAFT = "questionnaireDraft";

interface Start {
  /** Remounts the form with other starting values. */
  key: string;
  draft: FormData | null;
  submissionId: string;
}

function startFrom(draft: FormData | null): Start {
  const kept = draft?.get("submissionId");
  const submissionId = typeof kept === "string" && kept ? kept : mintSubmissionId();
  return { key: submissionId || "browser", draft, submissionId };
}

/** The questionnaire with its draft: kept in the browser while it is filled in, gone once it was sent. */
export function Questionnaire({ posted }: { posted: QuestionnaireOutcome | undefined }) {
  const [start, setStart] = useState<Start>({ key: "server", draft: null, submissionId: "" });
  const [restored, setRestored] = useState(false);

  // The server renders the same page for everyone; what this browser kept is filled in afterwards.
  useEffect(() => {
    if (posted) return;
    const kept = readDraft(DRAFT);
    setRestored(kept !== null);
    setStart(startFrom(kept));
  }, [posted]);

  const onEdit = useCallback((form: FormData) => saveDraft(DRAFT, form, () => false), []);
  const onSent = useCallback(() => {
    clearDraft(DRAFT);
    setRestored(false);
  }, []);

  return (
    <>
      {restored ? (
        <div className="mb-8 flex flex-wrap items-center gap-4">
          <FormStatus>{QUESTIONNAIRE_TEXTS.restored}</FormStatus>
          <Button
            variant="quiet"
            onClick={() => {
              clearDraft(DRAFT);
              setRestored(false);
              setStart(startFrom(null));
            }}
          >
            {QUESTIONNAIRE_TEXTS.clearDraft}
          </Button>
        </div>
      ) : null}
      <QuestionnaireForm
        key={start.key}
        answers={answersFrom(start.draft)}
        submissionId={start.submissionId}
        posted={posted}
        onEdit={onEdit}
        onSent={onSent}
      />
    </>
  );
}
