import { useSearchParams } from "@remix-run/react";
import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { thankYouPath } from "../../model/thanks.ts";
import { newUuid } from "../../model/uuid.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { clearDraft, mergeEarlyInput, readDraft } from "../../ui/form-draft.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { useSentForm } from "../../ui/sent-form.ts";
import { useBrowserLayoutEffect } from "../../ui/use-hydrated.ts";
import { keptUploads } from "./kept-uploads.ts";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";
import { DRAFT, QuestionnaireForm, type Start } from "./questionnaire-form.tsx";
import type { KeptFiles, QuestionnaireResult } from "./questionnaire-result.ts";
import { useSubmit } from "./use-submit.ts";

function startFrom(draft: FormData | null): Start {
  const kept = draft?.get("submissionId");
  const draftId = typeof kept === "string" && kept ? kept : newUuid();
  return { key: draftId, draft, draftId, rows: keptUploads(draft) };
}

/** Returns the start for a form that was posted before the scripts ran, or without them. */
function startFromPosted({ draftId, files }: KeptFiles): Start {
  const rows = files.map((file) => ({ ...file, sent: file.size, state: "done" as const }));
  return { key: draftId, draft: null, draftId, rows };
}

const SERVER: Start = { key: "server", draft: null, draftId: "", rows: [] };

/** Without a draft the server-rendered form stays, which saves a phone from building fifty fields twice. */
function startInBrowser(draft: FormData | null): Start {
  const start = startFrom(draft);
  return draft ? start : { ...start, key: SERVER.key };
}

function keptOf(posted: QuestionnaireResult | undefined): KeptFiles | undefined {
  return posted && "kept" in posted ? posted.kept : undefined;
}

/** The questionnaire with its draft, stored in the browser until it is sent. */
export function Questionnaire({ posted }: { posted: QuestionnaireResult | undefined }) {
  const kept = keptOf(posted);
  const [start, setStart] = useState<Start>(kept ? { ...SERVER, draftId: kept.draftId } : SERVER);
  const [restored, setRestored] = useState(false);
  const submitting = useSubmit(posted);
  const sent = submitting.result?.status === "sent";
  const frame = useKeptHeight(sent);
  const [earlyFiles, setEarlyFiles] = useState<readonly File[]>([]);
  const [before, beginAnother] = useSentForm("questionnaire");
  const [, setParams] = useSearchParams();

  // The server renders the same page for everyone; the draft is filled in after hydration.
  useEffect(() => {
    if (kept) return setStart(startFromPosted(kept));
    const draft = readDraft(DRAFT);
    if (!draft) return startTransition(() => setStart(startInBrowser(null)));
    // Not in a transition: the visitor must not type into a form that a draft is about to replace.
    const form = frame.current?.querySelector("form");
    if (form) mergeEarlyInput(draft, form);
    setRestored(true);
    setStart(startInBrowser(draft));
  }, [kept, frame]);

  const begin = useCallback((isCleared = false) => {
    clearDraft(DRAFT);
    setRestored(false);
    setStart({ ...startFrom(null), isCleared });
  }, []);
  useEffect(() => {
    if (sent) begin();
  }, [sent, begin]);

  if (before && !restored && !posted)
    return (
      <SentBefore
        reference={before.reference}
        onAnother={() => {
          beginAnother();
          begin(true);
          setParams({}, { replace: true, preventScrollReset: true });
        }}
      />
    );
  return (
    <div ref={frame}>
      <FormStatus tone="success" focused className="mb-8">
        {sent ? QUESTIONNAIRE_TEXTS.success : null}
      </FormStatus>
      <QuestionnaireForm
        key={start.key}
        start={start}
        restored={restored}
        submitting={submitting}
        kept={kept?.files ?? []}
        earlyFiles={earlyFiles}
        onEarlyFiles={setEarlyFiles}
        onClear={() => begin(true)}
      />
    </div>
  );
}

/** Shown instead of the form to a visitor who comes back to it after sending. */
function SentBefore({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  return (
    <>
      <FormStatus tone="success" focused>
        {QUESTIONNAIRE_TEXTS.sentBefore(reference)}
      </FormStatus>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={thankYouPath(reference)}>{QUESTIONNAIRE_TEXTS.seeNext}</ButtonLink>
        <Button variant="secondary" onClick={onAnother}>
          {QUESTIONNAIRE_TEXTS.another}
        </Button>
      </div>
    </>
  );
}

/**
 * Keeps the height of the page while `held`, so that the second click of a double click does not hit what has moved under
 * the pointer.
 */
function useKeptHeight(held: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    if (held && ref.current) ref.current.style.minHeight = `${ref.current.offsetHeight}px`;
  }, [held]);
  return ref;
}
