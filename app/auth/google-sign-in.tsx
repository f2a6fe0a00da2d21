import type { FormEventHandler, ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { googleFailureText, type AuthCode } from "./codes.ts";
import { GoogleMark } from "./google-mark.tsx";
import { AUTH_TEXTS } from "./messages.ts";
import { useGoogleWindow } from "./use-google-window.ts";

interface GoogleSignInProps {
  /** Path of this site to go to afterwards. */
  redirectTo: string | null;
  /** How an attempt on this page, without a window of its own, ended. */
  failedBefore: AuthCode | null;
}

/** The Google button: with scripts in a window of its own, without them on this page. */
export function GoogleSignIn({ redirectTo, failedBefore }: GoogleSignInProps) {
  const scripted = useHydrated();
  const { waiting, failed, onSubmit } = useGoogleWindow(redirectTo);
  const code = failed ?? (waiting ? null : failedBefore);
  const text = code && googleFailureText(code);
  return (
    <div className="grid gap-4">
      <GoogleForm redirectTo={redirectTo} popup={scripted} onSubmit={onSubmit}>
        <Button type="submit" variant="secondary" size="lg" className="w-full">
          <GoogleMark />
          {waiting ? AUTH_TEXTS.googleOpen : AUTH_TEXTS.google}
        </Button>
      </GoogleForm>
      <FormStatus tone="error" attempt={failed}>
        {text ? <p>{text}</p> : null}
      </FormStatus>
      {failed === "auth/popup-blocked" ? (
        <GoogleForm redirectTo={redirectTo} popup={false}>
          <Button type="submit" variant="quiet" className="w-full">
            {AUTH_TEXTS.googleHere}
          </Button>
        </GoogleForm>
      ) : null}
    </div>
  );
}

interface GoogleFormProps {
  redirectTo: string | null;
  popup: boolean;
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

function GoogleForm({ redirectTo, popup, onSubmit, children }: GoogleFormProps) {
  return (
    <form method="post" action="/login/google" onSubmit={onSubmit}>
      {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
      {popup ? <input type="hidden" name="popup" value="1" /> : null}
      {children}
    </form>
  );
}
