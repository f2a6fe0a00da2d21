import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { OrderServiceData } from "../../content/queries/order.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { FormStatus } from "../../ui/form-status.tsx";
import { useOpenErrors } from "../../ui/use-open-errors.ts";
import type { ContactInfo } from "../contract-document.ts";
import { ContactStep } from "../contact-step.tsx";
import { CustomServices } from "./custom-services.tsx";
import { DEFAULT_DAYS, OFFER_DAYS } from "./offer-days.ts";
import { OfferServicesField } from "./offer-services-field.tsx";

/** The fields of the form that conform manages; the services are plain inputs named by their paths. A type, as conform asks. */
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
  /** What the server said of the form as it was posted. */
  result: SubmissionResult | undefined;
}

function Heading({ id, children }: { id: string; children: string }) {
  return (
    <h2 id={id} className="mb-5 text-2xl">
      {children}
    </h2>
  );
}

/** A contract for one client: who they are, what they get, what it costs, and how long the offer stands. */
export function OfferForm({ catalogue, submissionId, result }: OfferFormProps) {
  const open = useOpenErrors(result);
  const [form, fields] = useForm<OfferFormShape>({
    id: "offer",
    lastResult: open.result,
    defaultValue: { submissionId, days: String(DEFAULT_DAYS) },
  });
  // Asked only for another line, the form has nothing wrong in it yet.
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
