import { formatCents } from "../contracts/money.ts";
import type { ContractView, CustomLine, ServiceLine, SignatureView } from "./contract-view.ts";
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
        <Signature signature={contract.signature} name={contract.name} />
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
      {contract.amounts.map(({ label, cents }) => (
        <div key={label} className={ROW}>
          <dt className="text-ink-soft">{label}</dt>
          <dd className="figures">{formatCents(cents)}</dd>
        </div>
      ))}
      <div className={ROW}>
        <dt className="text-ink-soft">Coupon applied</dt>
        <dd>{contract.coupon || "None"}</dd>
      </div>
      <div className={ROW}>
        <dt className="font-semibold">Total</dt>
        <dd className="figures font-semibold">{formatCents(contract.total)}</dd>
      </div>
    </dl>
  );
}

function Signature({ signature, name }: { signature: SignatureView; name: string }) {
  if (!signature) return <p className="text-sm text-ink-faint">Not signed.</p>;
  if (signature.kind === "typed") return <p className="text-xl italic">{signature.value}</p>;
  return (
    <img
      src={signature.value}
      alt={`Signature of ${name}`}
      className="admin-signature max-h-40 max-w-full rounded-md border border-line p-2"
    />
  );
}
