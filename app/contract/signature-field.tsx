import { lazy, Suspense, useState } from "react";
import { useHydrated } from "../ui/use-hydrated.ts";
import type { SignatureMode } from "./signature.ts";

const SignatureCanvas = lazy(async () => ({
  default: (await import("./signature-canvas.tsx")).SignatureCanvas,
}));

interface SignatureFieldProps {
  mode: SignatureMode;
  initial: string;
  error: string | undefined;
}

function TypedName({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <>
      <label htmlFor="order-signature" className="mb-2 block text-sm text-ink-faint">
        Type your full name
      </label>
      <input
        id="order-signature"
        name="signature"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="name"
        maxLength={200}
        aria-describedby="order-signature-error"
        className="control"
      />
    </>
  );
}

/** A signature drawn with the pen, or the typed name. What is posted is a PNG as a data URI, or the name. */
export function SignatureField({ mode, initial, error }: SignatureFieldProps) {
  const scripted = useHydrated();
  const [drawing, setDrawing] = useState(false);
  const [value, setValue] = useState(initial);
  if (mode === "off") return null;

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold text-ink">
        Signature
        {mode === "optional" ? <span className="font-normal text-ink-faint"> (optional)</span> : null}
      </legend>
      {drawing ? (
        <Suspense fallback={<div className="signature-pad" />}>
          <SignatureCanvas onChange={setValue} />
          <input type="hidden" name="signature" value={value} readOnly />
        </Suspense>
      ) : (
        <TypedName value={value} onChange={setValue} />
      )}
      {scripted ? (
        <button
          type="button"
          className="mt-2 min-h-11 font-semibold text-accent underline underline-offset-4"
          onClick={() => {
            setValue("");
            setDrawing(!drawing);
          }}
        >
          {drawing ? "Type it instead" : "Draw it instead"}
        </button>
      ) : null}
      {error ? (
        <p id="order-signature-error" className="mt-2 font-semibold text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
