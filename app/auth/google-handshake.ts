/** What is remembered of a Google sign-in from its start to its return. */
export interface GoogleHandshake {
  /** PKCE: proves that who returns is who left (RFC 7636). */
  verifier: string;
  /** Opened in a window of its own, which tells the page that opened it. */
  popup: boolean;
  /** Path of this site to go to afterwards. */
  redirectTo: string | null;
}
