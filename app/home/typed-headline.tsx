import { useRef } from "react";
import type { EditableAttributes } from "../content/editable.ts";
import { useTyping } from "./use-typing.ts";

/** The page's h1, typed. Its text is complete in the HTML; see use-typing.ts for how it appears. */
export function TypedHeadline({ children, editable }: { children: string; editable: EditableAttributes }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  useTyping(heading, caret, children);
  return (
    <div className="relative">
      <h1 {...editable} ref={heading} className="typed-headline max-w-[11.5em] text-display tight">
        {children}
      </h1>
      <span ref={caret} aria-hidden="true" className="typing-caret" />
    </div>
  );
}
