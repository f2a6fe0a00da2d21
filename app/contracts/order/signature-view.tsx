import { isDrawn } from "../../model/contracts/contract-document.ts";

/** Shows a stored signature: a drawn one (a PNG as a data URI) or a typed name. `name` is the client. */
export function SignatureView({ signature, name }: { signature: string; name: string }) {
  if (!signature) return <p className="text-sm text-ink-faint">Not signed.</p>;
  if (!isDrawn(signature)) return <p className="text-xl wrap-break-word italic">{signature}</p>;
  return (
    <img
      src={signature}
      alt={`Signature of ${name}`}
      className="signature-image max-h-40 max-w-full rounded-md border border-line p-2"
    />
  );
}
