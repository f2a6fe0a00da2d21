import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { useFetcher, useNavigate } from "@remix-run/react";
import { newUuid } from "../../platform/uuid.ts";
import { SPAM_FIELDS } from "../../submissions/spam/spam.ts";
import { clearDraft, mergeEarlyInput, readDraft, saveDraft } from "../../ui/form-draft.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { toast } from "../../ui/toast.ts";
import { useBrowserLayoutEffect } from "../../ui/use-hydrated.ts";
import { answersFrom } from "./form-answers.ts";
import { keptUploads } from "./kept-uploads.ts";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";
import {
  type KeptFiles,
  type QuestionnaireResult,
  QUESTIONNAIRE,
  thankYouPath,
} from "./questionnaire-result.ts";
import { QuestionnaireForm } from "./questionnaire-form.tsx";
import type { UploadRow } from "./uploads-state.ts";
import { useUploads } from "./use-uploads.ts";
import { Button } from "../../ui/button.tsx";

/** Fields that drafts do not store. */
const EXCLUDED_FROM_DRAFT: ReadonlySet<string> = new Set(["attachmentIds", ...SPAM_FIELDS]);
const DRAFT = "questionnaireDraft";

/** The initial state of the form; a new key mounts a new form. */
interface Start {
  key: string;
  draft: FormData | null;
  draftId: string;
  rows: readonly UploadRow[];
}

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
  const sent = submitting.outcome?.status === "sent";
  const frame = useKeptHeight(sent);

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

  const begin = useCallback(() => {
    clearDraft(DRAFT);
    setRestored(false);
    setStart(startFrom(null));
  }, []);
  useEffect(() => {
    if (sent) begin();
  }, [sent, begin]);

  return (
    <div ref={frame}>
      <FormStatus tone="success" focused className="mb-8">
        {sent ? QUESTIONNAIRE_TEXTS.success : null}
      </FormStatus>
      <Draft
        key={start.key}
        start={start}
        restored={restored}
        submitting={submitting}
        kept={kept}
        onClear={begin}
      />
    </div>
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

interface DraftProps {
  start: Start;
  restored: boolean;
  submitting: ReturnType<typeof useSubmit>;
  kept: KeptFiles | undefined;
  onClear: () => void;
}

function Draft({ start, restored, submitting, kept, onClear }: DraftProps) {
  const { draft, draftId, rows } = start;
  const uploads = useUploads(draftId, rows);
  const sent = submitting.outcome?.status === "sent";
  const onEdit = useCallback(
    (form: FormData) => {
      if (!sent) saveDraft(DRAFT, form, (name) => EXCLUDED_FROM_DRAFT.has(name));
    },
    [sent],
  );

  function clear() {
    uploads.removeAll();
    onClear();
    toast(QUESTIONNAIRE_TEXTS.cleared);
  }

  return (
    <>
      {restored ? <DraftNotice onClear={clear} /> : null}
      <QuestionnaireForm
        answers={answersFrom(draft)}
        draftId={draftId}
        submitting={submitting}
        uploads={uploads}
        kept={kept?.files ?? []}
        onEdit={onEdit}
      />
    </>
  );
}

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

/** docs/specification.md, section 9: pause between success and the thank-you page. */
const REDIRECT_AFTER_MS = 1_000;

export interface Submitting {
  /** The last result; a new object for every response, so that the same one twice is announced twice. */
  outcome: QuestionnaireResult | undefined;
  sending: boolean;
  send: (form: FormData) => void;
}

/** Sends the questionnaire, one request at a time; after success opens the thank-you page. */
function useSubmit(posted: QuestionnaireResult | undefined): Submitting {
  const { data, state, submit } = useFetcher();
  const navigate = useNavigate();
  const outcome = (data as QuestionnaireResult | undefined) ?? posted;
  const sending = state === "submitting";
  const reference = outcome?.status === "sent" ? outcome.reference : null;

  function send(form: FormData) {
    // Do not send again while the thank-you page is loading.
    if (sending || reference) return;
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string");
    submit(new URLSearchParams(fields), { method: "post", action: QUESTIONNAIRE });
  }

  useEffect(() => {
    if (!reference) return;
    const timer = setTimeout(
      () => void navigate(thankYouPath(reference), { replace: true }),
      REDIRECT_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [reference, navigate]);

  return { outcome, sending, send };
}
