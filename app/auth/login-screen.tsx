import { useForm } from "@conform-to/react";
import { Link, useFetcher } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { useEditable, textField } from "../content/editable.ts";
import { useTexts } from "../content/use-texts.ts";
import NOT_ADMIN from "../model/texts/not-admin.json" with { type: "json" };
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { fillIn } from "../model/texts/texts.ts";
import { ButtonLink, Button } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { WrongFields } from "../ui/error-summary.tsx";
import { Field } from "../ui/field.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { useOpenErrors } from "../ui/use-open-errors.ts";
import { SignOut } from "./account-menu.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { AUTH_ERRORS } from "./messages.ts";
import { type SignInResult, passwordFailureText } from "./results.ts";
import type { LoginView } from "./sign-in.server.ts";

/** Email and password, and Google where it is configured (docs/specification.md, section 2). */
export function LoginScreen({
  redirectTo,
  signedInAs,
  google,
  googleFailed,
  posted,
}: LoginView & { posted: SignInResult | undefined }) {
  return (
    <Container className="grid gap-x-24 gap-y-16 py-12 sm:py-16 lg:grid-cols-[minmax(0,28rem)_minmax(0,28rem)]">
      <div className="max-lg:max-w-[34rem]">
        {signedInAs ? (
          <SignedIn email={signedInAs} />
        ) : (
          <>
            <SignInForm redirectTo={redirectTo} posted={posted} />
            {google ? (
              <>
                <Or />
                <GoogleSignIn redirectTo={redirectTo} failedBefore={googleFailed} />
              </>
            ) : null}
          </>
        )}
      </div>
      <LoginAside />
    </Container>
  );
}

function Or() {
  const { or } = useTexts(SIGN_IN);
  return (
    <p className="my-8 flex items-center gap-4 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {or}
    </p>
  );
}

function SignedIn({ email }: { email: string }) {
  const texts = useTexts(SIGN_IN);
  return (
    <div className="grid justify-items-start gap-6">
      <p className="text-lg">{fillIn(texts.signedInAs, { email })}</p>
      <p className="text-ink-soft">{useTexts(NOT_ADMIN).notAdmin}</p>
      <div className="flex flex-wrap gap-4">
        <ButtonLink to="/">{texts.home}</ButtonLink>
        <SignOut />
      </div>
    </div>
  );
}

/** Explains what the sign-in is for, and what to do without an account. */
function LoginAside() {
  const texts = useTexts(SIGN_IN);
  const edit = useEditable();
  const parts = [
    { id: "inboxTerm", term: texts.inboxTerm, detail: texts.inboxDetail },
    { id: "studioTerm", term: texts.studioTerm, detail: texts.studioDetail },
  ] as const;
  return (
    <section aria-labelledby="behind-sign-in" className="self-start">
      <h2 id="behind-sign-in" className="text-2xl" {...edit(textField(SIGN_IN, "asideHeading"))}>
        {texts.asideHeading}
      </h2>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        {parts.map(({ id, term, detail }) => (
          <div key={id} className="py-4" {...edit(textField(SIGN_IN, id))}>
            <dt className="font-semibold">{term}</dt>
            <dd className="mt-1 text-ink-soft">{detail}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm text-ink-faint" {...edit(textField(SIGN_IN, "noAccount"))}>
        {texts.noAccount}
      </p>
    </section>
  );
}

interface SignInFormProps {
  redirectTo: string | null;
  /** The result of a post without scripts. */
  posted: SignInResult | undefined;
}

const NAMES = ["email", "password"] as const;

/** The form for email and password. A fetcher keeps the page's URL, which names where to go afterwards. */
function SignInForm({ redirectTo, posted }: SignInFormProps) {
  const texts = useTexts(SIGN_IN);
  const labels = { email: texts.emailLabel, password: texts.passwordLabel };
  const fetcher = useFetcher<SignInResult>();
  const result = fetcher.data ?? posted;
  const isSending = fetcher.state !== "idle";
  const { result: open, clear } = useOpenErrors(
    result && "submission" in result ? result.submission : undefined,
  );
  // A refusal is about the email and the password that were sent.
  const [editedSince, setEditedSince] = useState<SignInResult>();
  const [form, fields] = useForm<Record<(typeof NAMES)[number], string>>({
    id: "sign-in",
    constraint: { email: { required: true }, password: { required: true } },
    lastResult: open,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (isSending) event.preventDefault();
    },
  });
  function onInput(event: FormEvent<HTMLFormElement>) {
    clear((event.target as HTMLInputElement).name);
    setEditedSince(result);
  }
  return (
    <fetcher.Form
      id={form.id}
      method="post"
      // In the URL, too: without scripts the page after a refusal has nothing else.
      action={redirectTo ? `/login?${new URLSearchParams({ redirectTo })}` : "/login"}
      noValidate
      onSubmit={form.onSubmit}
      onInput={onInput}
      className="grid gap-6"
    >
      {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
      <WrongFields
        heading={AUTH_ERRORS.summary}
        fields={NAMES.map((name) => ({ name, id: fields[name].id, label: labels[name] }))}
        result={result && "submission" in result ? result : undefined}
        open={open.error}
      />
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
          {texts.forgot}
        </Link>
      </p>
      <div>
        <FormStatus tone="error" attempt={result} className="mb-6">
          {result?.status === "refused" && editedSince !== result ? (
            <p>{passwordFailureText(result)}</p>
          ) : null}
        </FormStatus>
        <Button type="submit" size="lg" className="w-full" aria-disabled={isSending}>
          {isSending ? texts.signingIn : texts.signIn}
        </Button>
      </div>
    </fetcher.Form>
  );
}
