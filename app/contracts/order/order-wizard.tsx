import { useSearchParams } from "@remix-run/react";
import { startTransition, useCallback, useEffect, useState } from "react";
import type { OfferView } from "../../model/contracts/offer.ts";
import { thankYouPath } from "../../model/thanks.ts";
import { newUuid } from "../../model/uuid.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import { Button } from "../../ui/button.tsx";
import { clearDraft, mergeEarlyInput, readDraft, saveDraft } from "../../ui/form-draft.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { useSentForm } from "../../ui/sent-form.ts";
import { toast } from "../../ui/toast.ts";
import { useContractAction, type DraftOrder } from "./contract-action.ts";
import { textIn } from "./form-values.ts";
import { PlacedDraft } from "./order-alerts.tsx";
import { ORDER_FORM, OrderForm, type OrderFormProps, type PostedOrder } from "./order-form.tsx";

export type { PostedOrder };

const DRAFT = "contractDraft";
/** Key of the form after the visitor has cleared the previous one. */
const CLEARED = "cleared";

/** Not stored in drafts: card data, agreement, signature, and amounts that may change. */
function isExcludedFromDraft(name: string): boolean {
  return (
    name.startsWith("card.") ||
    ["agreedToTerms", "shownTotal", "shownPolicy", "signature", ...SPAM_FIELDS].includes(name)
  );
}

interface Start {
  /** Remounts the form with other starting values. */
  key: string;
  draft: FormData | null;
  submissionId: string;
  /** Kept in the draft alone: whoever knows it gets the order's private link. */
  orderSecret: string;
}

function formOf(fields: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

/** Returns the values of the server-rendered form: what was posted without scripts, else the fields of the offer. */
function serverStart(posted: PostedOrder | undefined, offer: OfferView | undefined): Start {
  const fields = posted?.fields ?? offer?.fields;
  return {
    key: "server",
    draft: fields ? formOf(fields) : null,
    submissionId: offer?.uuid ?? "",
    orderSecret: "",
  };
}

/** Returns the id of the offer, else the draft's, else a new one; and the draft's secret, or a new one. */
function idsOf(found: FormData | null, offer: OfferView | undefined) {
  const kept = (name: string) => (found ? textIn(found, name) : "") || newUuid();
  return { submissionId: offer?.uuid ?? kept("submissionId"), orderSecret: kept("orderSecret") };
}

type OrderWizardProps = Pick<OrderFormProps, "page" | "card" | "payee" | "posted"> & { offer?: OfferView };

export function OrderWizard(props: OrderWizardProps) {
  const [start, setStart] = useState(() => serverStart(props.posted, props.offer));
  const [restored, setRestored] = useState(false);
  /** The order of the draft, when it turns out to be placed already. */
  const [placed, setPlaced] = useState<DraftOrder | null>(null);
  const send = useContractAction();
  const { posted, offer } = props;
  /** What was ordered before the client came back; an offer says itself that it was accepted. */
  const [sent, beginAnother] = useSentForm(offer ? null : "order");
  const [, setParams] = useSearchParams();
  const draftKey = offer ? `${DRAFT}:${offer.uuid}` : DRAFT;

  // The server renders the same page for everyone; the draft is restored after hydration.
  useEffect(() => {
    if (posted) return;
    const found = readDraft(draftKey);
    const ids = idsOf(found, offer);
    // Without a draft the server's form stays: building a new one blocks a phone for about 100 ms.
    if (!found) return startTransition(() => setStart((at) => ({ ...at, ...ids })));
    mergeEarlyInput(found, document.getElementById(ORDER_FORM) as HTMLFormElement);
    setRestored(true);
    setStart({ key: "browser", draft: found, ...ids });
    const asked = formOf([...Object.entries(ids), ["contactInfo.email", textIn(found, "contactInfo.email")]]);
    void send("draft", asked).then((result) => result.status === "draft" && setPlaced(result.order));
    // The offer changes only with the link, and so with draftKey.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [posted, draftKey]);

  const onEdit = useCallback((form: FormData) => saveDraft(draftKey, form, isExcludedFromDraft), [draftKey]);
  const onDone = useCallback(() => clearDraft(draftKey), [draftKey]);

  function startOver() {
    clearDraft(draftKey);
    setRestored(false);
    setPlaced(null);
    setStart({
      ...serverStart(undefined, offer),
      key: CLEARED,
      ...idsOf(null, offer),
    });
  }

  function orderAgain() {
    beginAnother();
    startOver();
    setParams({}, { replace: true, preventScrollReset: true });
  }

  const before = sent && !restored && !posted ? { ...sent, path: thankYouPath(sent.reference) } : null;
  const done = placed ?? before;
  if (done) return <PlacedDraft order={done} onStartOver={orderAgain} />;
  return (
    <>
      {restored ? (
        <div className="mb-8">
          <FormStatus>Your unfinished order was restored.</FormStatus>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              startOver();
              toast("Draft cleared.");
            }}
          >
            Clear draft
          </Button>
        </div>
      ) : null}
      <OrderForm
        key={start.key}
        {...props}
        offer={offer}
        draftKey={draftKey}
        draft={start.draft}
        isCleared={start.key === CLEARED}
        submissionId={start.submissionId}
        orderSecret={start.orderSecret}
        onEdit={onEdit}
        onDone={onDone}
      />
    </>
  );
}
