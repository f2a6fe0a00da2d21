import { redirectDocument, type ClientActionFunctionArgs } from "@remix-run/react";
import { keepForm } from "../platform/http/keep-form.ts";
import { broadcastSession, refreshSession } from "./session-client.ts";

/** Reloads the session in this tab and the others, after a form that may have changed it. */
export async function tellSession(): Promise<void> {
  await refreshSession();
  broadcastSession({ about: "session" });
}

/** Throws a redirect that loads a new document, because the current one still shows the previous user. */
export async function redirectSession(redirected: Response): Promise<never> {
  const to = redirected.headers.get("Location") ?? "/";
  if (to !== "/login/code") await tellSession();
  throw redirectDocument(to);
}

/** The `clientAction` of forms that may change the session: `keepForm`, with redirects as in `redirectSession`. */
export async function keepSessionForm(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await keepForm(args);
  } catch (thrown) {
    return thrown instanceof Response ? redirectSession(thrown) : Promise.reject(thrown);
  }
}
