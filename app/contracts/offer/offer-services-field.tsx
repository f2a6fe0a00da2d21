import { formatCents } from "../../model/contracts/money.ts";
import { FieldErrors } from "../../ui/field-parts.tsx";
import type { OrderServiceData } from "../order/order-query.ts";
import { FrequencySelect } from "../order/services-step.tsx";

interface OfferServicesFieldProps {
  catalogue: readonly OrderServiceData[];
  errors: Record<string, string[] | null>;
  /** The posted values, nested by their paths. */
  posted: Record<string, unknown> | null | undefined;
}

type PostedService = { selected?: string; quantity?: string; paymentFrequency?: string };

function postedService(posted: OfferServicesFieldProps["posted"], id: string): PostedService {
  const services = (posted?.["services"] ?? {}) as Record<string, PostedService | undefined>;
  return services[id] ?? {};
}

function Row({
  service,
  posted,
  errors,
}: {
  service: OrderServiceData;
  posted: PostedService;
  errors: string[] | undefined;
}) {
  const name = `services.${service.serviceId}`;
  const id = `offer-${service.serviceId}`;
  return (
    <li className="group rounded-xl border border-line bg-surface px-5 py-3 has-[input:checked]:border-accent has-[input:checked]:bg-accent-tint">
      <label
        htmlFor={id}
        className="flex min-h-11 cursor-pointer flex-wrap content-center items-center gap-x-4 gap-y-1"
      >
        <input
          id={id}
          type="checkbox"
          name={`${name}.selected`}
          defaultChecked={posted.selected === "on"}
          className="choice-control"
        />
        <span className="min-w-[min(12rem,70%)] flex-1 font-semibold text-ink">{service.title}</span>
        <span className="figures pl-10 font-semibold text-ink sm:pl-0">
          {formatCents(service.priceCents)}
          {service.kind === "monthly" ? <span className="font-normal text-ink-faint"> per month</span> : null}
        </span>
      </label>
      <div className="mt-3 mb-2 hidden gap-4 group-has-[input:checked]:grid sm:grid-cols-[8rem_minmax(0,18rem)] sm:pl-10">
        <div>
          <label htmlFor={`${id}-quantity`} className="mb-1 block text-sm font-semibold text-ink">
            Quantity <span className="sr-only">of {service.title}</span>
          </label>
          <input
            id={`${id}-quantity`}
            name={`${name}.quantity`}
            type="number"
            min={1}
            max={999}
            defaultValue={posted.quantity ?? "1"}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? `${id}-error` : undefined}
            className="control"
          />
        </div>
        {service.kind === "monthly" ? (
          <div>
            <FrequencySelect
              service={service}
              id={`${id}-frequency`}
              defaultValue={posted.paymentFrequency ?? "monthly"}
            />
          </div>
        ) : null}
      </div>
      <FieldErrors id={`${id}-error`} errors={errors} />
    </li>
  );
}

export function OfferServicesField({ catalogue, errors, posted }: OfferServicesFieldProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Services of the catalogue</legend>
      <FieldErrors id="offer-services-error" errors={errors["services"] ?? undefined} />
      <ul className="mt-2 grid grid-cols-1 gap-4">
        {catalogue.map((service) => (
          <Row
            key={service.serviceId}
            service={service}
            posted={postedService(posted, service.serviceId)}
            errors={errors[`services.${service.serviceId}.quantity`] ?? undefined}
          />
        ))}
      </ul>
    </fieldset>
  );
}
