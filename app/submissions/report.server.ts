import type { Logger } from "pino";
import type { AppError } from "../platform/errors.ts";
import { isFailureCode } from "../platform/failure.ts";

/**
 * Logs submissions of one form that were not stored: with everything known when the store or this site failed, in one
 * short line when the request itself was no good.
 */
export function reportTo(log: Logger, form: string): (error: AppError) => void {
  return (error) => {
    if (isFailureCode(error.code)) log.error({ form, code: error.code, err: error }, "submission not stored");
    else log.info({ form, code: error.code, status: error.status }, "submission refused");
  };
}
