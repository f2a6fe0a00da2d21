import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import type { AuthCode } from "./codes.ts";
import { hearOthers } from "./session-channel.ts";
import { refreshSession } from "./session-watch.ts";

/** Specification 9: size in pixels, and milliseconds after which a closed window counts as a cancel. */
const WIDTH = 500;
const HEIGHT = 600;
const CLOSED_DEBOUNCE = 8_000;

/** Milliseconds between two looks at whether the window is still open. */
const LOOK = 500;

/** Name of the window; the form is posted into it. */
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
 * Google's pages in a window of its own: the form is posted into it, and its last page tells how it ended (decisions,
 * "Sign-in state"). Google may cut the tie between the windows, after which an open one looks closed; so an outcome counts
 * whenever it comes, and closing is a silent cancel only after the debounce.
 */
export function useGoogleWindow(redirectTo: string | null): GoogleWindow {
  const [waiting, setWaiting] = useState(false);
  const [failed, setFailed] = useState<AuthCode>();
  const opened = useRef<Window | null>(null);

  useEffect(() => {
    return hearOthers((news) => {
      if (news.about !== "google" || !opened.current) return; // another tab's window
      if (news.outcome === "signed-in") {
        void refreshSession().then(({ admin }) =>
          window.location.assign(redirectTo ?? (admin ? "/admin" : "/")),
        );
        return;
      }
      setWaiting(false);
      setFailed(news.code);
    });
  }, [redirectTo]);

  useEffect(() => {
    if (!waiting) return;
    let cancel: ReturnType<typeof setTimeout> | undefined;
    const look = setInterval(() => {
      if (opened.current?.closed) cancel ??= setTimeout(() => setWaiting(false), CLOSED_DEBOUNCE);
    }, LOOK);
    return () => {
      clearInterval(look);
      clearTimeout(cancel);
    };
  }, [waiting]);

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
