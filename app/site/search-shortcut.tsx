import { useEffect, useState } from "react";
import { readStored, writeStored } from "../ui/browser-storage.ts";

/** What the browser remembers when a visitor has switched the shortcut off. */
const SWITCHED_OFF = "searchShortcutOff";

const EDITABLE = "input, textarea, select, [contenteditable]";

/** Focuses the search field of the page, else of the footer, unless the visitor is typing or a dialog is open. */
function focusSearch(event: KeyboardEvent): void {
  if (event.key !== "/" || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
  if (document.querySelector("dialog[open]")) return;
  const field = ["main", "footer"]
    .map((part) => document.querySelector<HTMLInputElement>(`${part} input[type="search"]`))
    .find((input) => input?.checkVisibility());
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** The `/` key for the search, with its switch: a shortcut of one character has to have one (WCAG 2.1.4). */
export function SearchShortcut() {
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(readStored(SWITCHED_OFF) === null), []);
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener("keydown", focusSearch);
    return () => document.removeEventListener("keydown", focusSearch);
  }, [isOn]);
  return (
    <label className="needs-scripts mt-2 text-xs text-ink-faint">
      <span className="inline-flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => {
            setOn(currentTarget.checked);
            writeStored(SWITCHED_OFF, currentTarget.checked ? null : "true");
          }}
          className="size-4 accent-accent"
        />
        Press / to search
      </span>
    </label>
  );
}
