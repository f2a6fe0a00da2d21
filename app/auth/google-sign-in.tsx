import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type FormEventHandler,
  type ReactNode,
} from "react";
import { useTexts } from "../content/use-texts.ts";
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { Button } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { AUTH_ERRORS } from "./messages.ts";
import { destination } from "./redirect-path.ts";
import { type AuthCode, googleFailureText } from "./results.ts";
import {
  broadcastSession,
  onSessionMessage,
  refreshSession,
  useCurrentUser,
  type WatchedSession,
} from "./session-client.ts";

/** Size in pixels and the delay until a closed window counts as canceled, in ms (docs/specification.md, section 9). */
const WIDTH = 500;
const HEIGHT = 600;
const CLOSED_DEBOUNCE = 8_000;

const POLL_INTERVAL_MS = 500;

const WINDOW_NAME = "google-sign-in";

interface GoogleWindow {
  /** The window is open, or was closed less than the debounce ago. */
  waiting: boolean;
  failed: AuthCode | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

function openWindow(): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2);
  return window.open("", WINDOW_NAME, `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
}

/**
 * Opens Google's pages in a window: the form is posted into it, and its last page reports the result (docs/decisions.md,
 * Sign-in state). Google may sever the opener, after which an open window looks closed. So a result counts whenever it
 * arrives, and closing cancels silently only after the debounce.
 */
function useGoogleWindow(redirectTo: string | null): GoogleWindow {
  const [waiting, setWaiting] = useState(false);
  const [failed, setFailed] = useState<AuthCode>();
  const opened = useRef<Window | null>(null);

  const uid = useCurrentUser().user?.uid;
  const goOn = useCallback(
    ({ role }: WatchedSession) => window.location.assign(destination(role, redirectTo)),
    [redirectTo],
  );

  useEffect(() => {
    return onSessionMessage((message) => {
      if (message.about !== "google" || !opened.current) return; // another tab's window
      if (message.result === "signed-in") return void refreshSession().then(goOn);
      setWaiting(false);
      setFailed(message.code);
    });
  }, [goOn]);

  useEffect(() => {
    if (!waiting) return;
    let cancel: ReturnType<typeof setTimeout> | undefined;
    const look = setInterval(() => {
      if (!opened.current?.closed || cancel) return;
      // A window whose scripts did not come says that it can be closed, and nothing to this page.
      void refreshSession().then((session) => session.user && session.user.uid !== uid && goOn(session));
      cancel = setTimeout(() => {
        setWaiting(false);
        setFailed("auth/popup-closed-by-user");
      }, CLOSED_DEBOUNCE);
    }, POLL_INTERVAL_MS);
    return () => {
      clearInterval(look);
      clearTimeout(cancel);
    };
  }, [waiting, goOn, uid]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const popup = openWindow();
    setFailed(popup ? undefined : "auth/popup-blocked");
    setWaiting(popup !== null);
    if (!popup) return event.preventDefault();
    opened.current = popup;
    popup.focus();
    event.currentTarget.target = WINDOW_NAME;
  }

  return { waiting, failed, onSubmit };
}

interface GoogleSignInProps {
  redirectTo: string | null;
  /** Why an attempt on this page, without a window, failed. */
  failedBefore: AuthCode | null;
}

/** The Google button. With scripts it opens a window. */
export function GoogleSignIn({ redirectTo, failedBefore }: GoogleSignInProps) {
  const texts = useTexts(SIGN_IN);
  const scripted = useHydrated();
  const { waiting, failed, onSubmit } = useGoogleWindow(redirectTo);
  const code = failed ?? (waiting ? null : failedBefore);
  const text = code && googleFailureText(code);
  return (
    <div className="grid gap-4">
      <GoogleForm redirectTo={redirectTo} popup={scripted} onSubmit={onSubmit}>
        <Button type="submit" variant="secondary" size="lg" className="w-full">
          <GoogleMark />
          {waiting ? texts.googleOpen : texts.google}
        </Button>
      </GoogleForm>
      <FormStatus tone="error" attempt={failed}>
        {text ? <p>{text}</p> : null}
      </FormStatus>
      {failed === "auth/popup-blocked" ? (
        <GoogleForm redirectTo={redirectTo} popup={false}>
          <Button type="submit" variant="quiet" className="w-full">
            {texts.googleHere}
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

/** Google's logo in its four colors, as its branding rules for sign-in buttons require. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 18 18" className="size-5 flex-none">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62Z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18Z"
      />
      <path fill="#FBBC05" d="M3.96 10.71a5.4 5.4 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08l3-2.33Z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58Z"
      />
    </svg>
  );
}

/** The last page of the Google window: reports the result to the page that opened it, and closes. */
export function GoogleFinished({ failed }: { failed: AuthCode | null }) {
  const texts = useTexts(SIGN_IN);
  useEffect(() => {
    broadcastSession(
      failed ? { about: "google", result: "failed", code: failed } : { about: "google", result: "signed-in" },
    );
    window.close();
  }, [failed]);
  return (
    <Container width="text" className="py-24">
      <h1 className="tight mb-6 text-3xl">{failed ? texts.title : texts.finishedHeading}</h1>
      <FormStatus tone={failed ? "error" : "success"}>
        <p>{failed ? (googleFailureText(failed) ?? AUTH_ERRORS.googleFailed) : texts.finished}</p>
      </FormStatus>
    </Container>
  );
}
