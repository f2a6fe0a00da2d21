import { useTexts } from "../content/use-texts.ts";
import { ROLES, type GivenRole } from "../model/roles.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { fillIn } from "../model/texts/texts.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { passwordFailureText, type InvitationResult } from "./results.ts";
import { SecretForm } from "./secret-form.tsx";
import { NewPasswordFields } from "./secret-input.tsx";

interface InvitationFormProps {
  /** Null when the link is not valid. */
  invited: { email: string; role: GivenRole } | null;
  google: boolean;
  result: InvitationResult | undefined;
}

function failureOf(result: InvitationResult | undefined, badLink: string): string | null {
  if (result?.status === "bad-link") return badLink;
  if (result?.status !== "refused") return null;
  return passwordFailureText(result);
}

/** The form of an invitation's link. It posts to the page's own URL, which contains the token. */
export function InvitationForm({ invited, google, result }: InvitationFormProps) {
  const texts = useTexts(SIGN_IN);
  if (invited === null) return <ButtonLink to="/login">{texts.back}</ButtonLink>;
  const { email, role } = invited;
  const failure = failureOf(result, texts.invitationBadLink);
  const errors = result?.status === "invalid" ? result.submission.error : undefined;
  return (
    <div className="max-w-[28rem]">
      <FormStatus tone="error" attempt={result} className="mb-6">
        {failure ? <p>{failure}</p> : null}
      </FormStatus>
      <SecretForm result={result} className="grid gap-6">
        {/* For password managers. */}
        <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
        <NewPasswordFields id="invitation" {...(errors ? { errors } : {})} />
        <Button type="submit" size="lg">
          {texts.invitationSave}
        </Button>
      </SecretForm>
      {google ? (
        <div className="mt-8 grid gap-4">
          <p className="text-ink-soft">{fillIn(texts.invitationGoogle, { email })}</p>
          <GoogleSignIn redirectTo={ROLES[role].home} failedBefore={null} />
        </div>
      ) : null}
    </div>
  );
}
