import type { MouseEvent } from "react";

interface ControlLinkProps {
  /** Of the control. */
  id: string;
  /** Before the control takes the focus: opens the step that it is on. True when the step focuses it once it is open. */
  onGo?: (id: string) => boolean;
  children: string;
}

/** The words of an alert as the way to the control that they are about, without scripts too. */
export function ControlLink({ id, onGo, children }: ControlLinkProps) {
  function go(event: MouseEvent) {
    event.preventDefault();
    if (!onGo?.(id)) document.getElementById(id)?.focus();
  }
  return (
    <a href={`#${id}`} onClick={go} className="inline-block py-1 underline underline-offset-4">
      {children}
    </a>
  );
}
