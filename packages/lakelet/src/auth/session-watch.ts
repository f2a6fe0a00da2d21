/** How often the sessions of open streams and sockets are checked, in ms. */
const CHECK_MS = 30_000;

/** Returns whether a user still has the role that a stream was opened with. Rejects while that is unknown. */
export type IsSignedIn = () => Promise<boolean>;

/** Ends what stays open, such as event streams, once its user is signed out or loses the role. */
export class SessionWatch {
  readonly #checks = new Set<() => Promise<void>>();
  readonly #timer = setInterval(() => this.recheck(), CHECK_MS).unref();

  /** Returns a signal that aborts when `closed` does, or after `isSignedIn` has returned false. */
  signalOf(closed: AbortSignal, isSignedIn: IsSignedIn): AbortSignal {
    const signedOut = new AbortController();
    const check = async (): Promise<void> => {
      if (await isSignedIn()) return;
      forget();
      signedOut.abort();
    };
    const forget = (): void => void this.#checks.delete(check);
    if (closed.aborted) return closed;
    this.#checks.add(check);
    closed.addEventListener("abort", forget, { once: true });
    return AbortSignal.any([closed, signedOut.signal]);
  }

  /** Checks all sessions now. Those that cannot be checked stay open until the next time. */
  recheck(): void {
    for (const check of this.#checks) void check().catch(() => {});
  }

  close(): void {
    clearInterval(this.#timer);
    this.#checks.clear();
  }
}
