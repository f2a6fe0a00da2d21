import { useRef } from "react";
import type { EditableAttributes } from "../../content/editable.ts";
import { InlineScript } from "../../layout/inline-script.tsx";
import { useBrowserLayoutEffect } from "../../ui/use-browser-layout-effect.ts";
import { typeOut } from "./type-out.ts";
import { TYPING, typingScript } from "./typing.ts";

/**
 * The page's h1, typed. Its text is complete in the HTML; see type-out.ts for how it appears. A page that is opened types it
 * by a script of its own, before React is there; a navigation inside the site by the effect. Once is enough: what an editor
 * changes stands there at once.
 */
export function TypedHeadline({ children, editable }: { children: string; editable: EditableAttributes }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useBrowserLayoutEffect(() => {
    const box = heading.current;
    return box && box.dataset.typed === undefined ? typeOut(box, TYPING) : undefined;
  }, []);

  return (
    <div className="relative">
      <h1
        {...editable}
        ref={heading}
        className="typed-headline max-w-[11.5em] text-display tight"
        suppressHydrationWarning
      >
        {children}
      </h1>
      <span aria-hidden="true" className="typing-caret" suppressHydrationWarning />
    </div>
  );
}

/**
 * Types the headline of a page that is opened. It stands where the first screen ends: a script makes the browser paint what
 * has been read so far, and that shall be all of it.
 */
export function TypingScript() {
  return <InlineScript text={import.meta.env.SSR ? typingScript : ""} />;
}
