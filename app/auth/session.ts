/** A signed-in user (docs/decisions.md, "Sign-in state"). */
export interface CurrentUser {
  /** Stable for the account: `password:<account document>` or `google:<subject>`. */
  uid: string;
  email: string;
  name: string | null;
  /** Address of a picture at the provider. */
  picture: string | null;
  provider: "password" | "google";
}

/** The response of `GET /api/session`. */
export interface SessionState {
  user: CurrentUser | null;
  /** The user's address is on ADMIN_EMAILS at this moment. */
  admin: boolean;
}

/** Where a signed-in user who asked for an admin page is sent; the page explains why. */
export const NOT_ADMIN_PATH = "/?notice=not-an-admin";
