import type { AppError } from "../platform/errors.ts";
import { log } from "../platform/log.instance.server.ts";

/** Logs a sign-in that got nowhere: faults with their cause, refusals in one line, neither with a name or an address. */
export function reportSignIn(error: AppError): void {
  const { code, status } = error;
  if (status >= 500) log.error({ code, status, err: error }, "sign-in failed");
  else log.info({ code, status }, "sign-in refused");
}
