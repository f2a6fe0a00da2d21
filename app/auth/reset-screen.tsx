import { useForm } from "@conform-to/react";
import type { SubmissionResult } from "@conform-to/react";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { passwordFailureText, type ResetResult } from "./results.ts";
import { AUTH_TEXTS } from "./messages.ts";
import { NewPasswordFields } from "./secret-input.tsx";

/** What the page shows. */
export type ResetState = "request" | "sent" | "new-password" | "changed";

const { reset: texts } = AUTH_TEXTS;

export const RESET_HEADINGS: Record<ResetState, { heading: string; intro: string }> = {
  request: { heading: texts.title, intro: texts.requestIntro },
  sent: { heading: texts.sentHeading, intro: texts.sent },
  "new-password": { heading: texts.title, intro: texts.newIntro },
  changed: { heading: texts.changedHeading, intro: texts.changed },
};

/** `link`: whether the URL has a token, and whether it is valid. */
export function resetState(link: "none" | "good" | "bad", result: ResetResult | undefined): ResetState {
  if (result?.status === "sent" || result?.status === "changed") return result.status;
  return link === "good" ? "new-password" : "request";
}

/** The forms of /login/reset. They work the same without scripts. */
export function ResetForms({
  state,
  badLink,
  result,
}: {
  state: ResetState;
  badLink: boolean;
  result: ResetResult | undefined;
}) {
  if (state === "sent" || state === "changed") return <ButtonLink to="/login">{texts.back}</ButtonLink>;
  return (
    <div className="max-w-[28rem]">
      <Failure result={result} badLink={badLink} />
      {state === "request" ? <RequestForm result={result} /> : <NewPasswordForm result={result} />}
    </div>
  );
}

function Failure({ result, badLink }: { result: ResetResult | undefined; badLink: boolean }) {
  const refused = result?.status === "refused" ? passwordFailureText(result) : null;
  const text = refused ?? (badLink ? texts.badLink : null);
  return (
    <FormStatus tone="error" attempt={result} className="mb-6">
      {text ? <p>{text}</p> : null}
    </FormStatus>
  );
}

function RequestForm({ result }: { result: ResetResult | undefined }) {
  const lastResult: SubmissionResult | undefined =
    result?.status === "invalid" ? result.submission : undefined;
  const [form, fields] = useForm<{ email: string }>({ id: "reset", ...(lastResult ? { lastResult } : {}) });
  return (
    <form id={form.id} method="post" action="/login/reset" noValidate className="grid gap-6">
      <Field
        field={fields.email}
        type="email"
        label={AUTH_TEXTS.labels.email}
        inputProps={{ autoComplete: "username", autoCapitalize: "none", spellCheck: false }}
      />
      <Button type="submit" size="lg">
        {texts.send}
      </Button>
    </form>
  );
}

/** Posts to the page's own URL, which contains the token. */
function NewPasswordForm({ result }: { result: ResetResult | undefined }) {
  const errors = result?.status === "invalid" ? result.submission.error : undefined;
  return (
    <form method="post" noValidate className="grid gap-6">
      <NewPasswordFields id="reset" {...(errors ? { errors } : {})} />
      <Button type="submit" size="lg">
        {texts.save}
      </Button>
    </form>
  );
}
