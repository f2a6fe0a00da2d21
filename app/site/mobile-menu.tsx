import { useLocation } from "@remix-run/react";
import { useEffect, useRef, type FocusEvent, type MouseEvent, type ReactNode } from "react";

/**
 * The menu of narrow screens. A details element, so it works without scripts; with them it also closes when a link is
 * chosen, on Escape (the focus returns to its button), and when the focus moves to the page below.
 */
export function MobileMenu({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const shown = useRef(key);

  function close() {
    if (ref.current) ref.current.open = false;
  }

  useEffect(() => {
    // Not on mount: it may have been opened before hydration.
    if (shown.current !== key) close();
    shown.current = key;
  }, [key]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || !ref.current?.open) return;
      close();
      ref.current.querySelector("summary")?.focus();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  function onClick(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest("a")) close();
  }

  function onBlur(event: FocusEvent) {
    if (event.relatedTarget instanceof Node && !ref.current?.contains(event.relatedTarget)) close();
  }

  return (
    <details ref={ref} className="mobile-menu group lg:hidden" onBlur={onBlur}>
      <summary className="-mr-2 grid size-11 list-none place-items-center rounded-md hover:bg-tint">
        <span className="sr-only">Menu</span>
        <svg
          aria-hidden="true"
          viewBox="0 0 24 24"
          className="size-6"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        >
          <path className="group-open:hidden" d="M4 8h16M4 16h16" />
          <path className="hidden group-open:inline" d="M6 6l12 12M18 6L6 18" />
        </svg>
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears the clicks of its links, which keys cause too */}
      <div
        className="fixed inset-x-0 top-(--bar-height) bottom-0 overflow-y-auto bg-paper px-(--gutter) pt-2 pb-8"
        onClick={onClick}
      >
        {children}
      </div>
    </details>
  );
}
