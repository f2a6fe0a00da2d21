/** What is kept of one session. */
export interface StoredSession {
  /** Whose it is; null before anybody signed in (the steps of a Google sign-in). */
  uid: string | null;
  data: Record<string, unknown>;
  /** Whatever happens, it is over then; milliseconds since 1970. */
  endsAt: number;
  /** Over then unless it is used before. */
  expiresAt: number;
}

/**
 * Where sessions are. A key is a hash of what the browser holds, so that reading the store opens no session. What has expired
 * is not found. Methods throw when the store cannot be reached: nobody is signed in then.
 */
export interface SessionStore {
  read(key: string, now: number): Promise<StoredSession | null>;
  write(key: string, session: StoredSession, now: number): Promise<void>;
  /** Moves the end of a session that is still there. */
  extend(key: string, expiresAt: number): Promise<void>;
  remove(key: string): Promise<void>;
  /** Ends every session of a user, for a new password. */
  removeAllOf(uid: string): Promise<void>;
  /** Gives its files free, where it has any. */
  close?(): void;
}
