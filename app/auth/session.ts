import type { Role } from "../model/roles.ts";

/** A signed-in user (docs/decisions.md, Sign-in state). */
export interface CurrentUser {
  /** Stable for the account: `password:<account document>` or `google:<subject>`. */
  uid: string;
  email: string;
  name: string | null;
  /** URL of a picture at the provider. */
  picture: string | null;
  provider: "password" | "google";
}

/** The response of `GET /api/session`. */
export interface SessionState {
  user: CurrentUser | null;
  /** Null for everybody without one, signed in or not. */
  role: Role | null;
}

/** Where users who are not admins are redirected from admin pages; the page explains why. */
export const NOT_ADMIN_PATH = "/?notice=not-an-admin";
