import { useState, type ComponentProps } from "react";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { PlainField } from "../ui/plain-field.tsx";

interface SecretInputProps extends ComponentProps<typeof PlainField> {
  /** `password` hides the value, `code` shows it in wide digits. */
  kind: "password" | "code";
}

/** A field whose value never comes back from the server: a password or a code. Its errors go when it is edited. */
export function SecretInput({ kind, errors, ...field }: SecretInputProps) {
  const [editedSince, setEditedSince] = useState<typeof errors>();
  return (
    <PlainField
      {...field}
      errors={errors === editedSince ? null : errors}
      onInput={() => setEditedSince(errors)}
      type={kind === "password" ? "password" : "text"}
      autoCapitalize="none"
      spellCheck={false}
      {...(kind === "code" ? { className: "tracking-widest tabular-nums" } : {})}
    />
  );
}

/** The two fields of a form that sets a password. */
export function NewPasswordFields({ id, errors }: { id: string; errors?: Record<string, string[] | null> }) {
  const texts = useTexts(SIGN_IN);
  return (["newPassword", "repeated"] as const).map((name) => (
    <SecretInput
      key={name}
      id={`${id}-${name}`}
      name={name}
      label={texts[name]}
      hint={name === "newPassword" ? texts.newPasswordHint : undefined}
      kind="password"
      autoComplete="new-password"
      errors={errors?.[name]}
    />
  ));
}
