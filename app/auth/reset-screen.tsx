import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import type { Texts } from "../model/texts/texts.ts";
import { useReplacedFocus } from "../ui/after-change.ts";
import { Button, ButtonLink, whileBusy } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { useFocusOnOnlyError, useOpenErrors } from "../ui/use-open-errors.ts";
import { passwordFailureText, type ResetResult } from "./results.ts";
import { SecretForm } from "./secret-form.tsx";
import { NewPasswordFields } from "./secret-input.tsx";

export type ResetState = "request" | "sent" | "new-password" | "changed";

export const resetOpening = (state: ResetState, texts: Texts<keyof typeof SIGN_IN.texts>) =>
  ({
    request: { heading: texts.resetTitle, intro: texts.resetIntro },
    "new-password": { heading: texts.resetTitle, intro: texts.newIntro },
    sent: { heading: texts.sentHeading, intro: texts.sent },
    changed: { heading: texts.changedHeading, intro: texts.changed },
  })[state];

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
  const { back } = useTexts(SIGN_IN);
  useReplacedFocus(result, "content");
  if (state === "sent" || state === "changed") return <ButtonLink to="/login">{back}</ButtonLink>;
  return (
    <div className="max-w-[28rem]">
      <Failure result={result} badLink={badLink} />
      {state === "request" ? <RequestForm result={result} /> : <NewPasswordForm result={result} />}
    </div>
  );
}

function Failure({ result, badLink }: { result: ResetResult | undefined; badLink: boolean }) {
  const { resetBadLink } = useTexts(SIGN_IN);
  const refused = result?.status === "refused" ? passwordFailureText(result) : null;
  const text = refused ?? (badLink ? resetBadLink : null);
  return (
    <FormStatus tone="error" attempt={result} className="mb-6">
      {text ? <p>{text}</p> : null}
    </FormStatus>
  );
}

function RequestForm({ result }: { result: ResetResult | undefined }) {
  const { emailLabel, resetSend } = useTexts(SIGN_IN);
  const given = result && "submission" in result ? result.submission : undefined;
  const open = useOpenErrors(given);
  const [form, fields] = useForm<{ email: string }>({ id: "reset", lastResult: open.result });
  const busy = useNavigation().state !== "idle";
  useFocusOnOnlyError(given?.error ? [fields.email.id] : [], given);
  return (
    <Form
      id={form.id}
      method="post"
      action="/login/reset"
      noValidate
      onInput={(event) => open.clear((event.target as HTMLInputElement).name)}
      className="grid gap-6"
    >
      <Field
        field={fields.email}
        type="email"
        label={emailLabel}
        inputProps={{ autoComplete: "username", autoCapitalize: "none", spellCheck: false }}
      />
      <Button type="submit" size="lg" {...whileBusy(busy)}>
        {resetSend}
      </Button>
    </Form>
  );
}

/** Posts to the page's own URL, which contains the token. */
function NewPasswordForm({ result }: { result: ResetResult | undefined }) {
  const { save } = useTexts(SIGN_IN);
  const errors = result?.status === "invalid" ? result.submission.error : undefined;
  return (
    <SecretForm result={result} className="grid gap-6">
      <NewPasswordFields id="reset" {...(errors ? { errors } : {})} />
      <Button type="submit" size="lg">
        {save}
      </Button>
    </SecretForm>
  );
}
