import type { SubmissionResult } from "@conform-to/react";
import type { AuthCode } from "./codes.ts";

/** What became of an attempt to sign in with a password. */
export type SignInOutcome =
  | { status: "signed-in"; to: string }
  | { status: "invalid"; submission: SubmissionResult }
  | { status: "refused"; code: AuthCode; submission?: SubmissionResult };
