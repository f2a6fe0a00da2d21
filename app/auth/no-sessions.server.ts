import { createSession, type SessionStorage } from "@remix-run/node";

/** For a strategy that keeps nothing between requests: remix-auth wants a storage all the same. */
export const noSessions: SessionStorage = {
  getSession: async () => createSession(),
  commitSession: async () => "",
  destroySession: async () => "",
};
