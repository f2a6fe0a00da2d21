import { ButtonLink } from "../ui/button.tsx";
import { BAR_TEXTS } from "./bar-messages.ts";
import { AUTH_TEXTS } from "./messages.ts";
import { SignOut } from "./sign-out.tsx";

/** What /login shows somebody who is signed in already and may not go on to the dashboard. */
export function SignedIn({ email }: { email: string }) {
  return (
    <div className="grid justify-items-start gap-6">
      <p className="text-lg">{AUTH_TEXTS.signedInAs(email)}</p>
      <p className="text-ink-soft">{BAR_TEXTS.notAdmin}</p>
      <div className="flex flex-wrap gap-4">
        <ButtonLink to="/">{AUTH_TEXTS.home}</ButtonLink>
        <SignOut />
      </div>
    </div>
  );
}
