import { orderDates, orderSums, serviceRow } from "../../model/contracts/amounts.ts";
import type { CalendarDate } from "../../model/contracts/billing-dates.ts";
import {
  clientAddress,
  clientFields,
  requiredFields,
  splitContactInfo,
} from "../../model/contracts/client-fields.ts";
import type { Coupon } from "../../model/contracts/coupon.ts";
import { formatCents } from "../../model/contracts/money.ts";
import type { OrderTotals } from "../../model/contracts/pricing.ts";
import type { SubmissionField } from "../../model/field.ts";
import { AnswerList, type Answer } from "../../ui/answer-list.tsx";
import { useFormValues } from "../../ui/use-form-values.ts";
import { textIn } from "./form-values.ts";

interface CheckOrderProps {
  totals: OrderTotals;
  coupon: Coupon | null;
  byInvoice: boolean;
  today: CalendarDate;
  /** Whether the client chose the services, and so can change them. */
  chosen: boolean;
  /** Opens a step, and focuses the control of that name if one is given. */
  onGo: (step: number, name?: string) => void;
}

/** Returns the answers of the contact step, and the required ones that are missing. */
function contactAnswers(form: FormData, onGo: CheckOrderProps["onGo"]): Answer[] {
  const { contact, address } = splitContactInfo(({ name }) => textIn(form, `contactInfo.${name}`));
  const answerOf = ({ name, label }: SubmissionField) => ({ label, value: contact[name] ?? "" });
  const needed = requiredFields.map((field) => {
    const missing = { text: "Not given yet", onAnswer: () => onGo(2, `contactInfo.${field.name}`) };
    return { ...answerOf(field), ...(contact[field.name] ? {} : { missing }) };
  });
  const optional = [
    ...clientFields.filter((field) => !requiredFields.includes(field)).map(answerOf),
    { label: "Address", value: clientAddress(address).join("\n") },
  ];
  return [...needed, ...optional.filter(({ value }) => value)];
}

function serviceAnswers({ totals, coupon, ...paying }: CheckOrderProps): Answer[] {
  if (totals.lines.length === 0) return [];
  const services = totals.lines.map(serviceRow);
  return [...services, ...orderDates(totals, paying), ...orderSums(totals, coupon)].map(
    ({ label, cents, note }) => ({
      label,
      value: [formatCents(cents), note].filter(Boolean).join("\n"),
    }),
  );
}

/** Summary of the form that it stands in, before paying, with links back to the steps. */
export function CheckOrder(props: CheckOrderProps) {
  const { chosen, onGo } = props;
  const [ref, form] = useFormValues<HTMLElement>();
  return (
    <section
      ref={ref}
      aria-labelledby="check-order"
      className="mb-8 rounded-xl border border-line bg-surface px-5 py-5 sm:px-6"
    >
      <h3 id="check-order" className="mb-4 border-b border-line pb-4 text-lg">
        Check your answers
      </h3>
      <AnswerList
        level={4}
        onChange={(step) => onGo(step)}
        sections={[
          {
            title: "What you order",
            step: 1,
            link: chosen ? "Change" : "See",
            answers: serviceAnswers(props),
          },
          {
            title: "Who orders",
            step: 2,
            link: "Change",
            answers: form ? contactAnswers(form, onGo) : [],
          },
        ]}
      />
    </section>
  );
}
