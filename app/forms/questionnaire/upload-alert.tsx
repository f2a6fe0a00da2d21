import { useEffect, useRef } from "react";
import { FILE_TEXTS } from "./messages.ts";
import type { UploadRow } from "./uploads-state.ts";

/**
 * The specified alert while a file has failed. It takes the focus (decisions, "Messages and failure"), except from someone who
 * is typing an answer: uploads fail minutes after they were begun.
 */
export function UploadAlert({ rows }: { rows: readonly UploadRow[] }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const failures = rows.filter(({ state }) => state === "failed").length;

  useEffect(() => {
    const typing = document.activeElement?.matches("textarea, input:not([type=file]), select") ?? false;
    if (failures > 0 && !typing) ref.current?.focus();
  }, [failures]);

  return (
    <p
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={
        failures > 0
          ? "mt-4 rounded-md border-l-4 border-danger bg-danger-tint px-5 py-4 font-medium text-danger"
          : "sr-only"
      }
    >
      {failures > 0 ? FILE_TEXTS.failed : null}
    </p>
  );
}
