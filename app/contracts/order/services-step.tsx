import { useRef, type ComponentProps, type Ref } from "react";
import { explainFrequency } from "../../model/contracts/amounts.ts";
import {
  frequencyTerms,
  paymentFrequencies,
  type PaymentFrequency,
} from "../../model/contracts/frequency.ts";
import { formatCents } from "../../model/contracts/money.ts";
import type { ServiceChoice } from "../../model/contracts/services.ts";
import { plusTax, type Tax } from "../../model/contracts/tax.ts";
import { cx } from "../../ui/cx.ts";
import { FieldErrors, FieldHint, FieldLabel } from "../../ui/field-parts.tsx";
import type { choiceFor } from "./form-values.ts";
import { frequencyId } from "./locate-error.ts";
import type { OrderServiceData } from "./order-query.ts";

type Choice = ReturnType<typeof choiceFor>;

interface ServicesStepProps {
  catalogue: readonly OrderServiceData[];
  chosen: (serviceId: string) => Choice;
  choices: readonly ServiceChoice[];
  errorOf: (name: string) => string | undefined;
  errorId: string;
  tax: Tax | undefined;
}

interface FrequencySelectProps extends ComponentProps<"select"> {
  service: OrderServiceData;
  selectRef?: Ref<HTMLSelectElement>;
}

export function FrequencySelect({ service, selectRef, ...props }: FrequencySelectProps) {
  return (
    <>
      <label htmlFor={props.id} className="mb-1 block text-sm font-semibold text-ink">
        Payment frequency <span className="sr-only">of {service.title}</span>
      </label>
      <select
        {...props}
        ref={selectRef}
        name={`services.${service.serviceId}.paymentFrequency`}
        className="control select-control"
      >
        {paymentFrequencies.map((frequency) => (
          <option key={frequency} value={frequency}>
            {frequencyTerms[frequency].label}
          </option>
        ))}
      </select>
    </>
  );
}

interface ServiceRowProps {
  service: OrderServiceData;
  choice: Choice;
  /** The frequency at which it is ordered at this moment, if it is. */
  ordered: PaymentFrequency | undefined;
  /** Of the payment frequency. */
  error: string | undefined;
  isTaxed: boolean;
}

function ServiceRow({ service, choice, ordered, error, isTaxed }: ServiceRowProps) {
  const id = `service-${service.serviceId}`;
  const select = frequencyId(service.serviceId);
  const monthly = service.kind === "monthly";
  const box = useRef<HTMLInputElement>(null);
  const frequency = useRef<HTMLSelectElement>(null);

  /** A frequency of a service that is not ordered would be an error: choosing one orders the service. */
  function order() {
    if (box.current && !box.current.checked) box.current.click();
  }

  function resetFrequency() {
    if (frequency.current && !box.current?.checked) frequency.current.value = "monthly";
  }

  return (
    <li
      className={cx(
        "rounded-xl border p-5 transition-colors",
        "border-line bg-surface has-[input:checked]:border-accent has-[input:checked]:bg-accent-tint",
      )}
    >
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-4">
        <input
          ref={box}
          id={id}
          type="checkbox"
          onChange={resetFrequency}
          name={`services.${service.serviceId}.selected`}
          defaultChecked={choice.selected}
          aria-labelledby={`${id}-name ${id}-price`}
          aria-describedby={service.description ? `${id}-about` : undefined}
          className="choice-control mt-0.5"
        />
        <span className="grid flex-1 gap-1 sm:grid-cols-[1fr_auto] sm:gap-x-6">
          <span id={`${id}-name`} className="font-semibold text-ink">
            {service.title}
          </span>
          <span id={`${id}-price`} className="figures font-semibold text-ink sm:text-right">
            {formatCents(service.priceCents)}
            {monthly ? <span className="font-normal text-ink-faint"> per month</span> : null}
          </span>
          {service.description ? (
            <span id={`${id}-about`} className="text-sm text-ink-soft sm:col-span-2">
              {service.description}
            </span>
          ) : null}
        </span>
      </label>
      {monthly ? (
        <div className="mt-3 pl-[2.375rem] sm:max-w-80">
          <FrequencySelect
            service={service}
            selectRef={frequency}
            id={select}
            defaultValue={choice.frequency}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${select}-error` : `${select}-sum`}
            onChange={order}
          />
          <FieldErrors id={`${select}-error`} errors={error ? [error] : undefined} />
          <p id={`${select}-sum`} className="mt-2 text-sm text-ink-soft">
            {ordered ? explainFrequency(service.priceCents, ordered, isTaxed) : ""}
          </p>
        </div>
      ) : null}
    </li>
  );
}

/** Step 1: the catalogue with its prices; a recurring service carries its payment frequency. */
export function ServicesStep({ catalogue, chosen, choices, errorOf, errorId, tax }: ServicesStepProps) {
  const error = errorOf("services");
  const orderedAt = (id: string) => {
    const choice = choices.find(({ serviceId }) => serviceId === id);
    return choice && (choice.paymentFrequency ?? "monthly");
  };
  return (
    <fieldset
      id="order-services"
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className="min-w-0 outline-none"
    >
      <legend className="sr-only">Services</legend>
      {error ? (
        <p id={errorId} className="mb-4 font-semibold text-danger">
          {error}
        </p>
      ) : null}
      {catalogue.length === 0 ? (
        <p className="rounded-md border border-dashed border-edge px-5 py-8 text-center text-ink-soft">
          There is nothing to order right now. Please write to us instead.
        </p>
      ) : null}
      <ul className="grid grid-cols-1 gap-4">
        {catalogue.map((service) => (
          <ServiceRow
            key={service.serviceId}
            service={service}
            choice={chosen(service.serviceId)}
            ordered={orderedAt(service.serviceId)}
            error={errorOf(`services.${service.serviceId}.paymentFrequency`)}
            isTaxed={tax !== undefined}
          />
        ))}
      </ul>
      {tax ? <p className="mt-4 text-sm text-ink-soft">{plusTax(tax)}</p> : null}
    </fieldset>
  );
}

/**
 * The client's wish in free text. Stored as a custom service without a price, which an admin then offers in an
 * adminContract.
 */
export function WishField({ initial }: { initial: string }) {
  return (
    <div className="mt-8">
      <FieldLabel htmlFor="order-wish" label="Something else?" optional />
      <FieldHint id="order-wish-hint">
        Describe what you need. It is not part of this order: we come back to you with a price.
      </FieldHint>
      <textarea
        id="order-wish"
        name="wish"
        rows={4}
        maxLength={5000}
        defaultValue={initial}
        aria-describedby="order-wish-hint"
        className="control resize-y"
      />
    </div>
  );
}
