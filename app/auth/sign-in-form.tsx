import { useForm } from "@conform-to/react";
import { Link, useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { ErrorSummary, wrongFields } from "../ui/error-summary.tsx";
import { Field } from "../ui/field.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { passwordFailureText, type SignInOutcome } from "./results.ts";
import { AUTH_TEXTS } from "./messages.ts";

interface SignInFormProps {
  /** Path of this site to go to afterwards. */
  redirectTo: string | null;
  /** The result of a post without scripts. */
  posted: SignInOutcome | undefined;
}

const { labels } = AUTH_TEXTS;
const NAMES = ["email", "password"] as const;

/** The form for email and password. A fetcher keeps the page's URL, which names where to go afterwards. */
export function SignInForm({ redirectTo, posted }: SignInFormProps) {
  const fetcher = useFetcher<SignInOutcome>();
  const outcome = fetcher.data ?? posted;
  const isSending = fetcher.state !== "idle";
  const [form, fields] = useForm<Record<(typeof NAMES)[number], string>>({
    id: "sign-in",
    constraint: { email: { required: true }, password: { required: true } },
    lastResult: outcome && "submission" in outcome ? outcome.submission : undefined,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (isSending) event.preventDefault();
    },
  });
  const wrong = wrongFields(NAMES, outcome);
  return (
    <fetcher.Form
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
        <Button type="submit" size="lg" className="w-full" aria-disabled={isSending}>
          {isSending ? AUTH_TEXTS.signingIn : AUTH_TEXTS.signIn}
        </Button>
      </div>
    </fetcher.Form>
  );
}
