import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { TABLE_KEYS } from "./table-keys.ts";

interface ShortcutsProps {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The help for the keys of the tables, and the button for who does not know that there is one. */
export function Shortcuts({ open, onOpen, onClose }: ShortcutsProps) {
  if (!useHydrated()) return null;
  return (
    <>
      <Button variant="quiet" size="sm" className="pointer-coarse:hidden" onClick={onOpen}>
        Keyboard shortcuts
      </Button>
      {open ? (
        <Dialog title="Keyboard shortcuts" open onClose={onClose}>
          <p className="text-ink-soft">
            These keys work while the focus is in a table or on its controls, and nowhere else. They are off
            while you type.
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
      ) : null}
    </>
  );
}
