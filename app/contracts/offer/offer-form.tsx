import {
  getFormProps,
  useForm,
  type FieldMetadata,
  type FormMetadata,
  type SubmissionResult,
} from "@conform-to/react";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea, Select } from "../../ui/field.tsx";
import { FieldErrors } from "../../ui/field-parts.tsx";
import { Form } from "@remix-run/react";
import type { OrderServiceData } from "../order-query.ts";
import { FormStatus } from "../../ui/form-status.tsx";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import type { ContactInfo } from "../contract-document.ts";
import { ContactStep } from "../contact-step.tsx";
import { DEFAULT_DAYS, OFFER_DAYS } from "./offer.ts";
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
                label="Price in dollars"
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

/** Focuses a line that was added. */
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
export type OfferFormShape = {
  submissionId: string;
  contactInfo: ContactInfo;
  customServices: { description: string; price: string }[];
  couponCode: string;
  days: string;
};

interface OfferFormProps {
  catalogue: readonly OrderServiceData[];
  /** Minted by the server, so that a form sent twice makes one contract. */
  submissionId: string;
  /** The result of the posted form. */
  result: SubmissionResult | undefined;
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="mb-5 text-2xl">
      {children}
    </h2>
  );
}

/** The form for an adminContract: client, services, prices, and days until the offer expires. */
export function OfferForm({ catalogue, submissionId, result }: OfferFormProps) {
  const open = useOpenErrors(result);
  const [form, fields] = useForm<OfferFormShape>({
    id: "offer",
    lastResult: open.result,
    defaultValue: { submissionId, days: String(DEFAULT_DAYS) },
  });
  // Adding a line reports no errors.
  const errors = (result?.status === "error" && open.result.error) || {};
  return (
    <Form
      {...getFormProps(form)}
      method="post"
      onInput={(event) => open.clear((event.target as HTMLInputElement).name)}
      className="max-w-3xl"
    >
      <FormStatus tone="error" attempt={result} className="mb-10">
        {Object.keys(errors).length > 0 ? "Please correct what is marked below." : null}
      </FormStatus>
      <input type="hidden" name="submissionId" value={submissionId} readOnly />
      <div className="grid gap-12">
        <section aria-labelledby="offer-client">
          <Heading id="offer-client">Client</Heading>
          <ContactStep field={fields.contactInfo} phoneOptional />
        </section>
        <section aria-labelledby="offer-services">
          <Heading id="offer-services">Services</Heading>
          <OfferServicesField catalogue={catalogue} errors={errors} posted={result?.initialValue} />
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
            <Select
              field={fields.days}
              label="The link is open for"
              options={OFFER_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))}
            />
          </div>
        </section>
        <div>
          <Button type="submit" size="lg">
            Create contract
          </Button>
        </div>
      </div>
    </Form>
  );
}
