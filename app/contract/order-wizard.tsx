import { useCallback, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { clearDraft, readDraft, saveDraft } from "../ui/form-draft.ts";
import { FormStatus } from "../ui/form-status.tsx";
import { defaultsFrom } from "./form-shape.ts";
import { choicesIn, textIn } from "./form-values.ts";
import { OrderForm, type OrderFormProps } from "./order-form.tsx";

const DRAFT = "contractDraft";

/** Never kept: card data (Stripe's frame has the rest of it), the agreement, and amounts that may change. */
function neverKept(name: string): boolean {
  return name.startsWith("card.") || name === "agreedToTerms" || name === "claimedTotal";
}

interface Start {
  /** Remounts the form with other starting values. */
  key: string;
  draft: FormData | null;
  submissionId: string;
}

const serverStart: Start = { key: "server", draft: null, submissionId: "" };

function startFrom(draft: FormData | null): Start {
  const kept = draft?.get("submissionId");
  const submissionId = typeof kept === "string" && kept ? kept : crypto.randomUUID();
  return { key: submissionId, draft, submissionId };
}

type OrderWizardProps = Pick<OrderFormProps, "page" | "card" | "payee" | "signature" | "posted">;

/** The order form with its draft: kept in the browser while it is filled in, gone once the order is placed. */
export function OrderWizard(props: OrderWizardProps) {
  const [start, setStart] = useState(serverStart);
  const draft = start.draft;

  // The server renders the same page for everyone; what this browser kept is filled in afterwards.
  useEffect(() => setStart(startFrom(readDraft(DRAFT))), []);

  const onEdit = useCallback((form: FormData) => saveDraft(DRAFT, form, neverKept), []);
  const onDone = useCallback(() => clearDraft(DRAFT), []);

  return (
    <>
      {draft ? (
        <div className="mb-8">
          <FormStatus>Your unfinished order was restored.</FormStatus>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              clearDraft(DRAFT);
              setStart(startFrom(null));
            }}
          >
            Clear draft
          </Button>
        </div>
      ) : null}
      <OrderForm
        key={start.key}
        {...props}
        defaults={defaultsFrom(draft)}
        initialChoices={draft ? choicesIn(draft) : []}
        initialMethod={draft?.get("paymentMethod") === "stripe" ? "stripe" : "invoice"}
        initialSignature={textIn(draft ?? new FormData(), "signature")}
        submissionId={start.submissionId}
        onEdit={onEdit}
        onDone={onDone}
      />
    </>
  );
}
