import { formatCents } from "../contracts/money.ts";
import { cx } from "../ui/cx.ts";
import { SignatureView } from "../contracts/signature-view.tsx";
import type { ContractView, CustomLine, ServiceLine } from "./contract-view.ts";
import { DetailGroup, DetailItems } from "./detail-parts.tsx";

/** All fields of a contract (docs/specification.md, section 2), for the dialog and for printing. */
export function ContractDetail({ contract, level }: { contract: ContractView; level?: 2 | 3 }) {
  const heading = level ? { level } : {};
  return (
    <div className="grid gap-6">
      <DetailGroup title="Contact" {...heading}>
        <DetailItems
          items={[
            ...contract.contact,
            { label: "Agency", value: contract.agency },
            { label: "Address", value: contract.address.join("\n") },
          ]}
        />
      </DetailGroup>
      <DetailGroup title="Selected services" {...heading}>
        <Services services={contract.services} />
      </DetailGroup>
      <DetailGroup title="Custom services" {...heading}>
        <CustomServices custom={contract.custom} />
      </DetailGroup>
      <DetailGroup title="Total" {...heading}>
        <Amounts contract={contract} />
      </DetailGroup>
      <DetailGroup title="Payment" {...heading}>
        <DetailItems items={contract.payment} />
      </DetailGroup>
      <DetailGroup title="Signature" {...heading}>
        <SignatureView signature={contract.signature} name={contract.name} />
      </DetailGroup>
    </div>
  );
}

const ROW = "flex justify-between gap-6 border-b border-line py-2 last:border-b-0";

function Services({ services }: { services: readonly ServiceLine[] }) {
  if (services.length === 0) return <p className="text-sm text-ink-faint">None.</p>;
  return (
    <ul className="text-sm">
      {services.map(({ id, title, quantity, frequency }) => (
        <li key={id} className={ROW}>
          <span>
            {title}
            {frequency ? <span className="block text-ink-faint">{frequency}</span> : null}
          </span>
          <span className="figures whitespace-nowrap text-ink-soft">Quantity: {quantity}</span>
        </li>
      ))}
    </ul>
  );
}

function CustomServices({ custom }: { custom: readonly CustomLine[] }) {
  if (custom.length === 0) return <p className="text-sm text-ink-faint">None.</p>;
  return (
    <ul className="text-sm">
      {custom.map(({ key, description, price }) => (
        <li key={key} className={ROW}>
          <span>{description}</span>
          <span className="figures">{formatCents(price)}</span>
        </li>
      ))}
    </ul>
  );
}

function Amounts({ contract }: { contract: ContractView }) {
  return (
    <dl className="text-sm">
      {contract.amounts.map(({ label, cents, isSum }) => (
        <div key={label} className={cx(ROW, isSum && "font-semibold")}>
          <dt className={isSum ? "" : "text-ink-soft"}>{label}</dt>
          <dd className="figures">{formatCents(cents)}</dd>
        </div>
      ))}
      <div className={ROW}>
        <dt className="text-ink-soft">Coupon applied</dt>
        <dd>{contract.coupon || "None"}</dd>
      </div>
    </dl>
  );
}
