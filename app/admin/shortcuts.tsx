import { Dialog } from "../ui/dialog.tsx";

interface ShortcutsProps {
  open: boolean;
  onClose: () => void;
}

export function Shortcuts({ open, onClose }: ShortcutsProps) {
  if (!open) return null;
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <p className="text-ink-soft">
        These keys work while the focus is in a table or on its controls, and nowhere else. They are off while
        you type.
      </p>
      <dl className="mt-5 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {TABLE_KEYS.map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-h-9 min-w-9 place-items-center rounded-md border border-edge bg-tint px-2 font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The keyboard shortcuts of a table. They work only while the focus is inside it (WCAG 2.2, 2.1.4). */
const TABLE_KEYS = [
  { key: "j", does: "Next row" },
  { key: "k", does: "Previous row" },
  { key: "Enter", does: "Open the row" },
  { key: "/", does: "Search this table" },
  { key: "?", does: "Show this help" },
] as const;

const TYPING = "input:not([type=checkbox]), select, textarea, [contenteditable]";

interface Keyed {
  key: string;
  target: EventTarget;
  /** The section with the table's search and rows. */
  currentTarget: HTMLElement;
}

/** Returns the row `step` rows from the focused one; the first when none is focused. */
function rowFrom(section: HTMLElement, from: Element, step: number): HTMLElement | undefined {
  const rows = [...section.querySelectorAll<HTMLElement>("tbody tr")];
  const at = rows.findIndex((row) => row.contains(from));
  return at < 0 ? rows[0] : rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
}

function open(target: Element): boolean {
  const link = target.matches("tr") ? target.querySelector("a") : null;
  link?.click();
  return link !== null;
}

/** Handles a keyboard shortcut. Returns false for other keys, which are left to the browser. */
export function pressTableKey({ key, target, currentTarget: section }: Keyed, onHelp: () => void): boolean {
  if (!(target instanceof HTMLElement) || target.matches(TYPING)) return false;
  if (key === "Enter") return open(target);
  if (key === "?") {
    onHelp();
    return true;
  }
  const goal =
    key === "/"
      ? section.querySelector<HTMLElement>("input[type=search]")
      : key === "j" || key === "k"
        ? rowFrom(section, target, key === "j" ? 1 : -1)
        : null;
  goal?.focus();
  return Boolean(goal);
}
