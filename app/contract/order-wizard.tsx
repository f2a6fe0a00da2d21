import { useCallback, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { clearDraft, readDraft, saveDraft } from "../ui/form-draft.ts";
import { FormStatus } from "../ui/form-status.tsx";
import { defaultsFrom } from "./form-shape.ts";
import { choicesIn, textIn } from "./form-values.ts";
import { mintSubmissionId } from "../submissions/post-form.ts";
import { OrderForm, type OrderFormProps, type PostedOrder } from "./order-form.tsx";

export type { PostedOrder };

const DRAFT = "contractDraft";

/** Never kept: card data (Stripe's frame has the rest of it), agreement and signature, and amounts that may change. */
function neverKept(name: string): boolean {
  return name.startsWith("card.") || ["agreedToTerms", "claimedTotal", "signature"].includes(name);
}

interface Start {
  /** Remounts the form with other starting values. */
  key: string;
  draft: FormData | null;
  submissionId: string;
}

/** The server's page starts with what was posted to it without scripts, if anything. */
function serverStart(posted: PostedOrder | undefined): Start {
  const draft = new FormData();
  for (const [name, value] of posted?.fields ?? []) draft.append(name, value);
  return { key: "server", draft: posted ? draft : null, submissionId: "" };
}

function startFrom(draft: FormData | null): Start {
  const kept = draft?.get("submissionId");
  const submissionId = typeof kept === "string" && kept ? kept : mintSubmissionId();
  return { key: submissionId || "browser", draft, submissionId };
}

type OrderWizardProps = Pick<OrderFormProps, "page" | "card" | "payee" | "posted">;

/** The order form with its draft: kept in the browser while it is filled in, gone once the order is placed. */
export function OrderWizard(props: OrderWizardProps) {
  const [start, setStart] = useState(() => serverStart(props.posted));
  const [restored, setRestored] = useState(false);
  const { draft } = start;
  const kept = draft ?? new FormData();
  const { posted } = props;

  // The server renders the same page for everyone; what this browser kept is filled in afterwards.
  useEffect(() => {
    if (posted) return;
    const found = readDraft(DRAFT);
    setRestored(found !== null);
    setStart(startFrom(found));
  }, [posted]);

  const onEdit = useCallback((form: FormData) => saveDraft(DRAFT, form, neverKept), []);
  const onDone = useCallback(() => clearDraft(DRAFT), []);

  return (
    <>
      {restored ? (
        <div className="mb-8">
          <FormStatus>Your unfinished order was restored.</FormStatus>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              clearDraft(DRAFT);
              setRestored(false);
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
        initialSignature={textIn(kept, "signature")}
        initialCoupon={textIn(kept, "couponCode")}
        initialWish={textIn(kept, "wish")}
        submissionId={start.submissionId}
        onEdit={onEdit}
        onDone={onDone}
      />
    </>
  );
}
