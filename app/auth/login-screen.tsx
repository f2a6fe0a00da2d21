import { ButtonLink } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { BAR_TEXTS, SignOut } from "./account-menu.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import type { LoginView } from "./sign-in.server.ts";
import { AUTH_TEXTS } from "./messages.ts";
import type { SignInOutcome } from "./results.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** Email and password, and Google where it is configured (docs/specification.md, section 2). */
export function LoginScreen({
  redirectTo,
  signedInAs,
  google,
  googleFailed,
  posted,
}: LoginView & { posted: SignInOutcome | undefined }) {
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
  return (
    <p className="my-8 flex items-center gap-4 text-sm text-ink-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {AUTH_TEXTS.or}
    </p>
  );
}

/** What /login shows a signed-in user who is not an admin. */
function SignedIn({ email }: { email: string }) {
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

const { aside } = AUTH_TEXTS;

/** Explains what the sign-in is for, and what to do without an account. */
function LoginAside() {
  return (
    <section aria-labelledby="behind-sign-in" className="self-start">
      <h2 id="behind-sign-in" className="text-2xl">
        {aside.heading}
      </h2>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        {aside.parts.map(({ term, detail }) => (
          <div key={term} className="py-4">
            <dt className="font-semibold">{term}</dt>
            <dd className="mt-1 text-ink-soft">{detail}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm text-ink-faint">{aside.noAccount}</p>
    </section>
  );
}
