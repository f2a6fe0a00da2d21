import type { ReactNode } from "react";
import { useTexts } from "../content/use-texts.ts";
import ACCOUNT from "../model/texts/account.json" with { type: "json" };
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { fillIn, type Texts } from "../model/texts/texts.ts";
import { useReplacedFocus } from "../ui/after-change.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { AUTH_ERRORS } from "./messages.ts";
import {
  type AccountForm,
  type AccountResult,
  type AccountView,
  type Refused,
  type TotpSetup,
  passwordFailureText,
} from "./results.ts";
import { SecretForm } from "./secret-form.tsx";
import { NewPasswordFields, SecretInput } from "./secret-input.tsx";

/** Id of the part that shows the result of a form. */
const RESULT = "account-result";

interface AccountScreenProps {
  view: AccountView;
  /** The form whose success to confirm. */
  done: string | null;
  result: AccountResult | undefined;
}

/** Account settings: password and second factor. Plain forms, which work the same without scripts. */
export function AccountScreen({ view, done, result }: AccountScreenProps) {
  const texts = useTexts(ACCOUNT);
  useReplacedFocus(result, RESULT);
  const sessions = (
    <Section
      id="sessions"
      heading={texts.sessionsHeading}
      done={!result && done === "sessions" ? texts.signedOutElsewhere : null}
    >
      <p className="text-ink-soft">{texts.sessionsIntro}</p>
      <FormShell form="sessions" result={result} submit={texts.signOutElsewhere} variant="secondary" />
    </Section>
  );
  if (!view.hasPassword)
    return (
      <Container className="grid gap-16 py-12 sm:py-16">
        <p className="max-w-[40rem] text-lg text-ink-soft">{texts.google}</p>
        {sessions}
      </Container>
    );
  return (
    <Container className="grid gap-x-24 gap-y-16 py-12 sm:py-16 lg:grid-cols-[minmax(0,28rem)_minmax(0,28rem)]">
      <Section
        id="second-factor"
        heading={texts.factorHeading}
        done={result ? null : factorDone(done, texts)}
      >
        <SecondFactorPart factor={view.secondFactor} result={result} />
      </Section>
      <Section
        id="password"
        heading={texts.passwordHeading}
        done={!result && done === "password" ? texts.passwordChanged : null}
      >
        <p className="text-ink-soft">{texts.passwordIntro}</p>
        <GuardedForm form="password" result={result} submit={texts.changePassword}>
          <NewPasswordFields id="password" errors={errorsOf("password", result)} />
        </GuardedForm>
      </Section>
      {sessions}
    </Container>
  );
}

function factorDone(form: string | null, { turnedOn, turnedOff }: Texts<keyof typeof ACCOUNT.texts>) {
  if (form === "totp-confirm") return turnedOn;
  return form === "totp-remove" ? turnedOff : null;
}

interface SectionProps {
  id: string;
  heading: string;
  /** Text that confirms the last change. */
  done: string | null;
  children: ReactNode;
}

function Section({ id, heading, done, children }: SectionProps) {
  return (
    <section
      id={done ? RESULT : undefined}
      aria-labelledby={`${id}-heading`}
      className="grid content-start gap-6"
    >
      <div>
        <h2 id={`${id}-heading`} className="text-2xl">
          {heading}
        </h2>
        <FormStatus tone="success" focused className="mt-6">
          {done ? <p>{done}</p> : null}
        </FormStatus>
      </div>
      {children}
    </section>
  );
}

function SecondFactorPart({
  factor,
  result,
}: {
  factor: AccountView["secondFactor"];
  result: AccountResult | undefined;
}) {
  const texts = useTexts(ACCOUNT);
  if (result?.status === "codes") return <RecoveryCodes codes={result.recoveryCodes} />;
  const setup = result && "setup" in result ? result.setup : undefined;
  if (setup) return <TotpSetupForm setup={setup} result={result} />;
  if (!factor)
    return (
      <>
        <p className="text-ink-soft">{texts.factorOff}</p>
        <GuardedForm form="totp-start" result={result} submit={texts.turnOn} />
      </>
    );
  return (
    <>
      <p className="text-ink-soft">
        {fillIn(texts.factorOn, {
          codes: factor.codesLeft === 1 ? "1 recovery code" : `${factor.codesLeft} recovery codes`,
        })}
      </p>
      <h3 className="text-lg font-semibold">{texts.newCodes}</h3>
      <p className="-mt-4 text-ink-soft">{texts.newCodesIntro}</p>
      <GuardedForm form="recovery-codes" result={result} submit={texts.newCodes} variant="secondary" />
      <h3 className="text-lg font-semibold">{texts.turnOffHeading}</h3>
      <GuardedForm form="totp-remove" result={result} submit={texts.turnOff} variant="danger" />
    </>
  );
}

function errorsOf(form: AccountForm, result: AccountResult | undefined): Record<string, string[] | null> {
  return result?.form === form && result.status === "invalid" ? result.errors : {};
}

function failureText(failure: Pick<Refused, "code" | "retryAfterSeconds">): string {
  const { code } = failure;
  if (code === "auth/too-many-requests" || code === "auth/busy") return passwordFailureText(failure);
  return code === "auth/network-request-failed" ? AUTH_ERRORS.accountUnavailable : AUTH_ERRORS.broken;
}

interface GuardedFormProps {
  form: AccountForm;
  result?: AccountResult | undefined;
  /** Whether the form itself is the result of another one. */
  isResult?: boolean;
  submit: string;
  variant?: "primary" | "secondary" | "danger";
  children?: ReactNode;
}

/** A form that asks for the current password first. */
function GuardedForm({ children, ...props }: GuardedFormProps) {
  const { currentPassword } = useTexts(ACCOUNT);
  const { form, result } = props;
  return (
    <FormShell {...props}>
      <SecretInput
        id={`${form}-current`}
        name="password"
        label={currentPassword}
        kind="password"
        autoComplete="current-password"
        errors={errorsOf(form, result)["password"]}
      />
      {children}
    </FormShell>
  );
}

function FormShell(props: GuardedFormProps) {
  const { form, result, isResult = result?.form === form, submit, variant = "primary", children } = props;
  const failed = result?.form === form && result.status === "failed" ? failureText(result) : null;
  return (
    <SecretForm
      id={isResult ? RESULT : undefined}
      tabIndex={-1}
      result={isResult ? result : undefined}
      action={`/account#${RESULT}`}
      className="grid gap-6"
      aria-label={submit}
    >
      <input type="hidden" name="form" value={form} />
      {children}
      <div>
        <FormStatus tone="error" attempt={result} className="mb-6">
          {failed ? <p>{failed}</p> : null}
        </FormStatus>
        <Button type="submit" variant={variant}>
          {submit}
        </Button>
      </div>
    </SecretForm>
  );
}

/** The QR code, dark on white in both themes, because cameras expect that. */
function QrCode({ qr: { path, size } }: Pick<TotpSetup, "qr">) {
  const { qrLabel } = useTexts(ACCOUNT);
  return (
    <svg
      role="img"
      aria-label={qrLabel}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The secret as a QR code, a link and a text, and the field for the first code. */
function TotpSetupForm({ setup, result }: { setup: TotpSetup; result: AccountResult | undefined }) {
  const texts = useTexts(ACCOUNT);
  const { codeLabel } = useTexts(SIGN_IN);
  return (
    <FormShell form="totp-confirm" result={result} isResult submit={texts.confirm}>
      <input type="hidden" name="setup" value={setup.sealed} />
      <h3 className="text-lg font-semibold">{texts.scanHeading}</h3>
      <p className="-mt-4 text-ink-soft">{texts.scan}</p>
      <QrCode qr={setup.qr} />
      <div className="grid gap-2">
        <p className="text-sm text-ink-faint">{texts.typeKey}</p>
        <p className="font-semibold break-words tabular-nums">{setup.key}</p>
        <p>
          <a href={setup.uri} className="inline-flex min-h-11 items-center underline underline-offset-4">
            {texts.openApp}
          </a>
        </p>
      </div>
      <SecretInput
        id="totp-code"
        name="code"
        label={codeLabel}
        kind="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        errors={errorsOf("totp-confirm", result)["code"]}
      />
    </FormShell>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const texts = useTexts(ACCOUNT);
  return (
    <div id={RESULT} tabIndex={-1} className="grid gap-6">
      <h3 className="text-lg font-semibold">{texts.codesHeading}</h3>
      <p className="-mt-4 text-ink-soft">{texts.codesIntro}</p>
      <ol className="grid gap-2 rounded-md border border-line p-5 tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-4">
        <CopyButton text={codes.join("\n")} what="recovery codes" />
        <ButtonLink to={`/account?done=totp-confirm#${RESULT}`} size="sm" reloadDocument>
          {texts.codesSaved}
        </ButtonLink>
      </div>
    </div>
  );
}
