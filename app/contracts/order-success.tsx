import { useEffect, useRef } from "react";
import { contractMessages } from "./messages.ts";

/** Specification 8 calls the success an alert: in the page, read at once, with the focus (decisions, "Messages and failure"). */
export function OrderSuccess({ shown }: { shown: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) ref.current?.focus();
  }, [shown]);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={
        shown
          ? "mt-6 rounded-md border-l-4 border-success bg-success-tint px-5 py-4 font-medium text-success"
          : ""
      }
    >
      {shown ? contractMessages.success : null}
    </div>
  );
}
