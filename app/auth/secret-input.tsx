import { FieldErrors, FieldHint, FieldLabel } from "../ui/field-parts.tsx";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };

interface SecretInputProps {
  /** Unique in the page; prefix of the ids of hint and errors. */
  id: string;
  name: string;
  label: string;
  hint?: string;
  /** `password` hides the value, `code` shows it in wide digits. */
  kind: "password" | "code";
  autoComplete: "current-password" | "new-password" | "one-time-code" | "off";
  inputMode?: "numeric";
  errors?: readonly string[] | null | undefined;
}

/** A field whose value never comes back from the server: a password or a code. */
export function SecretInput({
  id,
  name,
  label,
  hint,
  kind,
  autoComplete,
  inputMode,
  errors,
}: SecretInputProps) {
  const wrong = Boolean(errors?.length);
  const describedBy = [wrong ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  return (
    <div>
      <FieldLabel htmlFor={id} label={label} optional={false} />
      {hint ? <FieldHint id={`${id}-hint`}>{hint}</FieldHint> : null}
      <input
        id={id}
        name={name}
        type={kind === "password" ? "password" : "text"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        inputMode={inputMode}
        aria-required
        {...(wrong ? { "aria-invalid": true } : {})}
        {...(describedBy ? { "aria-describedby": describedBy } : {})}
        className={kind === "code" ? "control tracking-widest tabular-nums" : "control"}
      />
      <FieldErrors id={`${id}-error`} errors={errors ?? []} />
    </div>
  );
}

/** The two fields of a form that sets a password. */
export function NewPasswordFields({ id, errors }: { id: string; errors?: Record<string, string[] | null> }) {
  const { newPassword, newPasswordHint, repeated } = useTexts(SIGN_IN);
  return (
    <>
      <SecretInput
        id={`${id}-newPassword`}
        name="newPassword"
        label={newPassword}
        hint={newPasswordHint}
        kind="password"
        autoComplete="new-password"
        errors={errors?.["newPassword"]}
      />
      <SecretInput
        id={`${id}-repeated`}
        name="repeated"
        label={repeated}
        kind="password"
        autoComplete="new-password"
        errors={errors?.["repeated"]}
      />
    </>
  );
}
