import type { AuthCode } from "./codes.ts";

/** What the site's own tabs and windows tell each other about signing in and out. Carries no token and no name. */
export type SessionNews =
  | { about: "session" }
  | { about: "google"; outcome: "signed-in" }
  | { about: "google"; outcome: "failed"; code: AuthCode };

const NAME = "sign-in";

/** Tells every other tab and window of this site. */
export function tellOthers(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than ours
  channel.postMessage(news);
  channel.close();
}

/** Hears what others tell; answers how to stop. */
export function hearOthers(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", (event: MessageEvent<SessionNews>) => listener(event.data));
  return () => channel.close();
}
