import { Container } from "../ui/container.tsx";
import { LoginAside } from "./login-aside.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import type { LoginView } from "./login-view.server.ts";
import { AUTH_TEXTS } from "./messages.ts";
import type { SignInOutcome } from "./outcome.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignedIn } from "./signed-in.tsx";

/** Specification 2, "Login": address and password, and Google where it is configured. */
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
