import { useId, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { CloseIcon } from "./line-icon.tsx";
import { useBrowserLayoutEffect } from "./use-hydrated.ts";

interface DialogProps {
  title: ReactNode;
  open: boolean;
  /** Called on Escape, the close button or a click on the backdrop; should set `open` to false. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons under the content. */
  footer?: ReactNode;
}

/**
 * A modal dialog on the native element, which traps the focus and returns it on close. When the server renders it open, it is
 * readable without scripts.
 */
export function Dialog({ title, open, onClose, children, footer }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The initial value only: if React removed the attribute later, the browser would hide the modal without closing it.
  const [openInHtml] = useState(open);
  // A layout effect, because a removed dialog cannot return the focus.
  useBrowserLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    dialog.removeAttribute("open"); // rendered by the server; `showModal` throws on an open dialog
    dialog.showModal();
    return () => dialog.close();
  }, [open]);

  function closeFromBackdrop(event: MouseEvent) {
    if (event.target === ref.current) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard has Escape and the close button
    <dialog
      ref={ref}
      open={openInHtml}
      aria-labelledby={id}
      className="dialog-panel"
      onClick={closeFromBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface px-6 py-3">
        <h2 id={id} className="min-w-0 text-xl wrap-break-word">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Close"
          className="-mr-2 hidden size-11 flex-none place-items-center rounded-md hover:bg-tint scripted:grid"
        >
          <CloseIcon />
        </button>
      </div>
      <div className="px-6 py-6">{children}</div>
      {footer ? (
        <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-6 py-4">
          {footer}
        </div>
      ) : null}
    </dialog>
  );
}
