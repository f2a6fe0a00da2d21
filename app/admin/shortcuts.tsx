import { Dialog } from "../ui/dialog.tsx";
import { TABLE_KEYS } from "./table-keys.ts";

interface ShortcutsProps {
  open: boolean;
  onClose: () => void;
}

/** The help for the keys of the tables. */
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
