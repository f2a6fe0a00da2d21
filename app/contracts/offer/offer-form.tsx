import { getFormProps, useForm, type FieldMetadata, type FormMetadata } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ContactInfo } from "../../model/contracts/client-fields.ts";
import { normalCode, type Coupon } from "../../model/contracts/coupon.ts";
import { DEFAULT_DAYS, OFFER_DAYS } from "../../model/contracts/offer.ts";
import type { OrderTotals } from "../../model/contracts/pricing.ts";
import { LOCALE } from "../../model/locale.ts";
import { Button } from "../../ui/button.tsx";
import { FieldErrors } from "../../ui/field-parts.tsx";
import { Field, TextArea, Select } from "../../ui/field.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import { ContactStep } from "../order/contact-step.tsx";
import type { OrderServiceData } from "../order/order-query.ts";
import { TotalsBar, TotalsCard } from "../order/totals-card.tsx";
import { draftTotals, RECALCULATE } from "./draft-totals.ts";
import type { OpenOffer } from "./new-offer.server.ts";
import { OfferServicesField } from "./offer-services-field.tsx";

interface CustomServicesProps {
  form: FormMetadata<OfferFormShape>;
  field: FieldMetadata<OfferFormShape["customServices"], OfferFormShape>;
}

/** Lines that are not in the catalogue, each with its price. Lines come and go without scripts too. */
function CustomServices({ form, field }: CustomServicesProps) {
  const lines = field.getFieldList();
  const fieldset = useFocusOnNewLine(lines.length);
  return (
    <fieldset ref={fieldset} className="grid min-w-0 gap-6">
      <legend className="sr-only">Custom services</legend>
      <FieldErrors id={field.errorId} errors={field.errors} />
      {lines.map((line, index) => {
        const { description, price } = line.getFieldset();
        return (
          <fieldset key={line.key} className="min-w-0 rounded-xl border border-line p-5">
            <legend className="sr-only">Custom service {index + 1}</legend>
            <div className="grid gap-6 sm:grid-cols-[2fr_1fr]">
              <TextArea field={description} label="Description" rows={2} />
              <Field
                field={price}
                label={`Price in ${LOCALE.currencyName}`}
                inputProps={{ inputMode: "decimal", autoComplete: "off", placeholder: "1,250.00" }}
              />
            </div>
            <Button
              variant="quiet"
              size="sm"
              className="mt-3"
              {...form.remove.getButtonProps({ name: field.name, index })}
              type="submit"
            >
              Remove <span className="sr-only">custom service {index + 1}</span>
            </Button>
          </fieldset>
        );
      })}
      <div>
        <Button
          variant="secondary"
          {...form.insert.getButtonProps({ name: field.name, defaultValue: { description: "", price: "" } })}
          type="submit"
        >
          Add a custom service
        </Button>
      </div>
    </fieldset>
  );
}

function useFocusOnNewLine(lines: number) {
  const ref = useRef<HTMLFieldSetElement>(null);
  const before = useRef(lines);
  useEffect(() => {
    if (lines > before.current) [...(ref.current?.querySelectorAll("textarea") ?? [])].at(-1)?.focus();
    before.current = lines;
  }, [lines]);
  return ref;
}

/**
 * The fields that conform manages; services are plain inputs named by their paths. A type alias, because conform rejects
 * interfaces.
 */
type OfferFormShape = Omit<OfferDefaults, "services"> & { submissionId: string; days: string };

/** What the form starts with. A type alias, as above. */
export type OfferDefaults = {
  contactInfo: ContactInfo;
  services: Record<string, { selected: string; quantity: string; paymentFrequency?: string }>;
  customServices: { description: string; price: string }[];
  couponCode: string;
};

export interface OfferFormData {
  /** The services that can be chosen, with their prices in this contract. */
  catalogue: readonly OrderServiceData[];
  /** Null for an empty form. */
  defaults: OfferDefaults | null;
  totals: OrderTotals;
  /** The coupon of the defaults, if it is valid. */
  coupon: Coupon | null;
}

interface OfferFormProps extends OfferFormData {
  /** Minted by the server, so that a form sent twice makes one contract; null while a contract is edited. */
  submissionId: string | null;
  rev?: string;
  posted: OpenOffer | undefined;
  /** Why the form was not stored, other than by its errors. */
  refused?: ReactNode;
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="mb-5 text-2xl">
      {children}
    </h2>
  );
}

/** The totals: those of the server until something is edited in the browser, then computed there. */
function useTotals({ catalogue, posted, totals, coupon }: OfferFormProps) {
  const [edited, setEdited] = useState<{ since: typeof posted; form: FormData } | null>(null);
  const shown = posted ?? { totals, coupon };
  // If the request gets no response, the totals stay those of the edited form.
  const form = !posted || edited?.since === posted ? edited?.form : undefined;
  const code = form && normalCode(String(form.get("couponCode") ?? ""));
  const known = [posted?.coupon, coupon].find((one) => one?.code === code) ?? null;
  return {
    totals: form ? draftTotals(form, catalogue, known, totals.tax) : shown.totals,
    coupon: form ? known : shown.coupon,
    /** A typed code that the server has not looked up yet. */
    isCouponUnknown: Boolean(code) && !known,
    read: (element: HTMLFormElement) => setEdited({ since: posted, form: new FormData(element) }),
  };
}

/** The form for an adminContract: client, services, prices, and days until the offer expires. */
export function OfferForm(props: OfferFormProps) {
  const { catalogue, defaults, submissionId, rev, posted, refused } = props;
  const open = useOpenErrors(posted?.submission);
  const [form, fields] = useForm<OfferFormShape>({
    id: "offer",
    lastResult: open.result,
    defaultValue: { submissionId: submissionId ?? "", days: String(DEFAULT_DAYS), ...defaults },
  });
  const live = useTotals(props);
  // Adding a line reports no errors.
  const errors = (posted?.submission.status === "error" && open.result.error) || {};
  const isNew = submissionId !== null;
  return (
    <Form
      {...getFormProps(form)}
      method="post"
      onInput={(event) => {
        open.clear((event.target as HTMLInputElement).name);
        live.read(event.currentTarget);
      }}
      className="order-layout"
    >
      <div className="min-w-0">
        <FormStatus tone="error" attempt={posted ?? refused} className="mb-10">
          {refused ?? (Object.keys(errors).length > 0 ? "Please correct what is marked below." : null)}
        </FormStatus>
        {/* Enter in a field presses the first button: not the one that adds a line. */}
        <button type="submit" hidden>
          Save
        </button>
        {isNew ? <input type="hidden" name="submissionId" value={submissionId} /> : null}
        {rev ? <input type="hidden" name="rev" value={rev} /> : null}
        <div className="grid grid-cols-1 gap-12">
          <section aria-labelledby="offer-client">
            <Heading id="offer-client">Client</Heading>
            <ContactStep field={fields.contactInfo} phoneOptional />
          </section>
          <section aria-labelledby="offer-services">
            <Heading id="offer-services">Services</Heading>
            <OfferServicesField
              catalogue={catalogue}
              errors={errors}
              posted={posted?.submission.initialValue ?? defaults}
            />
          </section>
          <section aria-labelledby="offer-custom">
            <Heading id="offer-custom">Custom services</Heading>
            <CustomServices form={form} field={fields.customServices} />
          </section>
          <section aria-labelledby="offer-terms">
            <Heading id="offer-terms">Terms</Heading>
            <div className="grid gap-6 sm:grid-cols-2">
              <Field
                field={fields.couponCode}
                label="Coupon code"
                optional
                inputProps={{ autoComplete: "off", className: "uppercase" }}
              />
              {isNew ? (
                <Select
                  field={fields.days}
                  label="The link is open for"
                  options={OFFER_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
                />
              ) : null}
            </div>
          </section>
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" size="lg">
              {isNew ? "Create contract" : "Save contract"}
            </Button>
            <Button type="submit" size="lg" variant="secondary" name="intent" value={RECALCULATE}>
              Recalculate
            </Button>
          </div>
        </div>
      </div>
      <TotalsCard title="Totals" totals={live.totals} coupon={live.coupon}>
        {live.isCouponUnknown ? (
          <p className="mt-3 text-sm text-ink-faint">
            The coupon is not in these totals yet. “Recalculate” checks it.
          </p>
        ) : null}
      </TotalsCard>
      <TotalsBar totals={live.totals} />
    </Form>
  );
}
