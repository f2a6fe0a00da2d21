import { useState } from "react";
import { contractMessages } from "../../model/contracts/messages.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { SignatureMode } from "./form-schema.server.ts";

const SignatureCanvas = lazyPart(
  () => import("./signature-canvas.tsx"),
  (module) => module.SignatureCanvas,
  { waiting: <div className="signature-pad" />, missing: missingPart(contractMessages.padMissing) },
);

/** Loads the pad's code before "Draw it instead" can be pressed. */
export const preloadSignaturePad = SignatureCanvas.preload;

interface SignatureFieldProps {
  mode: SignatureMode;
  initial: string;
  error: string | undefined;
  /** Called when something was drawn, which fires no input event. */
  onSigned: () => void;
}

/** The id that an error of the signature links to. */
const SIGNATURE = "order-signature";
const ERROR = `${SIGNATURE}-error`;

interface TypedNameProps {
  value: string;
  wrong: boolean;
  onChange: (value: string) => void;
}

function TypedName({ value, wrong, onChange }: TypedNameProps) {
  return (
    <>
      <label htmlFor={SIGNATURE} className="mb-2 block text-sm text-ink-faint">
        Type your full name
      </label>
      <input
        id={SIGNATURE}
        name="signature"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        autoComplete="name"
        maxLength={200}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? ERROR : undefined}
        className="control"
      />
    </>
  );
}

/** A drawn signature, posted as a PNG data URI, or a typed name. */
export function SignatureField({ mode, initial, error, onSigned }: SignatureFieldProps) {
  const scripted = useHydrated();
  const [drawing, setDrawing] = useState(false);
  const [value, setValue] = useState(initial);
  if (mode === "off") return null;

  return (
    <fieldset
      // The pad takes no keys: focus the group, where the signature can be typed instead.
      {...(drawing ? { id: SIGNATURE, tabIndex: -1, "aria-describedby": error ? ERROR : undefined } : {})}
      className="min-w-0"
    >
      <legend className="mb-2 font-semibold text-ink">
        Signature
        {mode === "optional" ? <span className="font-normal text-ink-faint"> (optional)</span> : null}
      </legend>
      {drawing ? (
        <>
          <SignatureCanvas
            onChange={(drawn) => {
              setValue(drawn);
              onSigned();
            }}
          />
          <input type="hidden" name="signature" value={value} />
        </>
      ) : (
        <TypedName value={value} wrong={error !== undefined} onChange={setValue} />
      )}
      {scripted ? (
        <button
          type="button"
          className="mt-2 min-h-11 text-link"
          onClick={() => {
            setValue("");
            setDrawing(!drawing);
          }}
        >
          {drawing ? "Type it instead" : "Draw it instead"}
        </button>
      ) : null}
      {error ? (
        <p id={ERROR} className="mt-2 font-semibold text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
