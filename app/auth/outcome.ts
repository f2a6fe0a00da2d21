import type { SubmissionResult } from "@conform-to/react";
import type { AuthCode } from "./codes.ts";

interface SignedIn {
  status: "signed-in";
  to: string;
}

interface Invalid {
  status: "invalid";
  submission: SubmissionResult;
}

interface Refused {
  status: "refused";
  code: AuthCode;
  submission?: SubmissionResult;
}

/** What became of an attempt to sign in with a password. `code-needed`: it was right, and `to` asks for the second factor. */
export type SignInOutcome = SignedIn | Invalid | Refused | { status: "code-needed"; to: string };

/** What became of a code. `expired`: the password has to be typed again. */
export type CodeOutcome = SignedIn | Invalid | Refused | { status: "expired" };

/** What became of a form of /login/reset. `sent` says nothing about whether there is such an account. */
export type ResetOutcome = Invalid | Refused | { status: "sent" | "changed" | "bad-link" };
