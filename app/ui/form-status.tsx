import { useEffect, useRef, type ReactNode } from "react";
import { cx } from "./cx.ts";

type StatusTone = "success" | "error" | "info";

interface FormStatusProps {
  tone?: StatusTone;
  /** The message. The region is rendered without one too, so that a later message is announced. */
  children?: ReactNode;
  /** Changes with every submit, so that a repeated message is focused and announced again. */
  attempt?: unknown;
  /** Takes the focus, by default for an error: when the focused element disappeared with the success, or never. */
  focused?: boolean;
  /** An alert for errors, else a status, unless told. */
  role?: "alert" | "status";
  className?: string;
}

const TONES: Record<StatusTone, string> = {
  success: "border-success bg-success-tint text-success",
  error: "border-danger bg-danger-tint text-danger",
  info: "border-accent bg-accent-tint text-accent-strong",
};

/** The result of a form: `role="alert"` for errors, else `role="status"`. An error takes the focus. */
export function FormStatus({
  tone = "info",
  role = tone === "error" ? "alert" : "status",
  children,
  attempt,
  focused,
  className,
}: FormStatusProps) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = Boolean(children);
  const takesFocus = shown && (focused ?? tone === "error");
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus, attempt]);
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={-1}
      className={cx(
        shown && "rounded-md border-l-4 px-5 py-4 font-medium",
        shown && TONES[tone],
        shown && className,
      )}
    >
      {children}
    </div>
  );
}
