import { Link } from "@remix-run/react";
import { Button } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Field } from "../ui/field.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { wrongFields } from "../ui/wrong-fields.ts";
import { passwordFailureText } from "./codes.ts";
import { AUTH_TEXTS } from "./messages.ts";
import type { SignInOutcome } from "./outcome.ts";
import { useSignIn } from "./use-sign-in.ts";

interface SignInFormProps {
  /** Path of this site to go to afterwards. */
  redirectTo: string | null;
  posted: SignInOutcome | undefined;
}

const { labels } = AUTH_TEXTS;
const NAMES = ["email", "password"] as const;

/** Address and password. Posts to /login without scripts. */
export function SignInForm({ redirectTo, posted }: SignInFormProps) {
  const { form, fields, outcome, sending } = useSignIn(posted);
  const wrong = wrongFields(NAMES, outcome);
  return (
    <form
      id={form.id}
      method="post"
      action="/login"
      noValidate
      onSubmit={form.onSubmit}
      className="grid gap-6"
    >
      {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
      {wrong.length > 1 ? (
        <ErrorSummary
          heading={AUTH_TEXTS.summary}
          attempt={outcome}
          entries={wrong.map((name) => ({ name, id: fields[name].id, message: labels[name] }))}
        />
      ) : null}
      <Field
        field={fields.email}
        type="email"
        label={labels.email}
        inputProps={{ autoComplete: "username", autoCapitalize: "none", spellCheck: false }}
      />
      <Field
        field={fields.password}
        type="password"
        label={labels.password}
        inputProps={{ autoComplete: "current-password" }}
      />
      <p className="-mt-3">
        <Link
          to="/login/reset"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          {AUTH_TEXTS.forgot}
        </Link>
      </p>
      <div>
        <FormStatus tone="error" attempt={outcome} className="mb-6">
          {outcome?.status === "refused" ? <p>{passwordFailureText(outcome.code)}</p> : null}
        </FormStatus>
        <Button type="submit" size="lg" className="w-full" aria-disabled={sending}>
          {sending ? AUTH_TEXTS.signingIn : AUTH_TEXTS.signIn}
        </Button>
      </div>
    </form>
  );
}
