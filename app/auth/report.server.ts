import type { Logger } from "pino";
import type { AppError } from "../platform/errors.ts";

/** Logs sign-ins that got nowhere: faults with their cause, refusals in one line, neither with a name or an address. */
export function reportSignInTo(log: Pick<Logger, "error" | "info">): (error: AppError) => void {
  return (error) => {
    const { code, status } = error;
    if (status >= 500) log.error({ code, status, err: error }, "sign-in failed");
    else log.info({ code, status }, "sign-in refused");
  };
}
