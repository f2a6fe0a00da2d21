import { Button } from "../../ui/button.tsx";
import { QUESTIONNAIRE_TEXTS } from "./messages.ts";

/** Says that an unfinished form was opened again, and offers to begin anew. */
export function DraftNotice({ onClear }: { onClear: () => void }) {
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
