import type { EditableAttributes } from "../../content/editable.ts";

/**
 * The h1 of the home page. The style sheet types it, one character after the other (home.css), so it needs no script of its
 * own. The text is laid out whole from the start, and assistive technology reads the label instead of single characters.
 */
export function TypedHeadline({ children, editable }: { children: string; editable: EditableAttributes }) {
  return (
    <h1 {...editable} aria-label={children} className="max-w-[11.5em] text-display tight">
      <span aria-hidden="true" className="typed">
        {Array.from(children, (character, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- characters have no other identity
          <span key={index}>{character}</span>
        ))}
      </span>
    </h1>
  );
}
