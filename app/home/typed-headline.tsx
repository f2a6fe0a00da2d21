import { useRef } from "react";
import { useTyping } from "./use-typing.ts";

/** The page's h1, typed. Its text is complete in the HTML; see use-typing.ts for how it appears. */
export function TypedHeadline({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  useTyping(heading, caret, children);
  return (
    <div className="relative">
      <h1 ref={heading} className="typed-headline max-w-[11.5em] text-display tight">
        {children}
      </h1>
      <span ref={caret} aria-hidden="true" className="typing-caret" />
    </div>
  );
}
