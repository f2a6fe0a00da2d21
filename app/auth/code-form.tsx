import { Link } from "@remix-run/react";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { Button } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { codeFailureText, type CodeResult } from "./results.ts";
import { SecretForm } from "./secret-form.tsx";
import { SecretInput } from "./secret-input.tsx";

interface CodeFormProps {
  /** Asks for a recovery code instead of the app's. */
  recovery: boolean;
  result: CodeResult | undefined;
}

const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";

/** The form for the second factor's code. It works the same without scripts. */
export function CodeForm({ recovery, result }: CodeFormProps) {
  const texts = useTexts(SIGN_IN);
  const errors = result?.status === "invalid" ? result.submission.error?.["code"] : undefined;
  return (
    <SecretForm result={result} className="grid max-w-[28rem] gap-6">
      <SecretInput
        key={String(recovery)}
        id="code"
        name="code"
        label={recovery ? texts.recoveryLabel : texts.codeLabel}
        kind="code"
        {...(recovery
          ? { autoComplete: "off", hint: texts.recoveryHint }
          : { autoComplete: "one-time-code", inputMode: "numeric" })}
        errors={errors}
      />
      <div>
        <FormStatus tone="error" attempt={result} className="mb-6">
          {result?.status === "refused" ? <p>{codeFailureText(result, recovery)}</p> : null}
        </FormStatus>
        <Button type="submit" size="lg" className="w-full">
          {texts.signIn}
        </Button>
      </div>
      <p className="flex flex-wrap gap-x-6">
        <Link to={recovery ? "/login/code" : "/login/code?recovery"} className={LINK}>
          {recovery ? texts.toApp : texts.toRecovery}
        </Link>
        <Link to="/login" className={LINK}>
          {texts.startOver}
        </Link>
      </p>
    </SecretForm>
  );
}
