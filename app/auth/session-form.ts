import { redirectDocument, type ClientActionFunctionArgs } from "@remix-run/react";
import { keepForm } from "../platform/http/keep-form.ts";
import { broadcastSession, refreshSession } from "./session-client.ts";

/** Reads the session anew after a form that may have changed it, in all tabs. */
export async function tellSession(): Promise<void> {
  await refreshSession();
  broadcastSession({ about: "session" });
}

/** Throws the redirect of an action that changed the session as one that loads a new document: the old one has the old user. */
export async function redirectSession(redirected: Response): Promise<never> {
  const to = redirected.headers.get("Location") ?? "/";
  if (to !== "/login/code") await tellSession();
  throw redirectDocument(to);
}

/** The `clientAction` of forms that may change the session: `keepForm`, and what it redirects to is a new document. */
export async function keepSessionForm(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await keepForm(args);
  } catch (thrown) {
    return thrown instanceof Response ? redirectSession(thrown) : Promise.reject(thrown);
  }
}
