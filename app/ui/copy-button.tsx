import { Button } from "./button.tsx";
import { toast } from "./toast.ts";
import { useHydrated } from "./use-hydrated.ts";

interface CopyButtonProps {
  text: string;
  /** What is copied, for the label: "reference number". */
  what: string;
  /** Called when the browser blocks the clipboard, for example to select the text instead. */
  onRefused?: () => void;
}

/** Copies a text and announces it. Hidden without scripts. */
export function CopyButton({ text, what, onRefused }: CopyButtonProps) {
  if (!useHydrated()) return null;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast("Copied");
    } catch {
      onRefused?.();
      toast(`Your browser does not allow copying. Please select the ${what} and copy it.`);
    }
  }
  return (
    <Button variant="secondary" size="sm" className="print:hidden" onClick={() => void copy()}>
      Copy <span className="sr-only">{what}</span>
    </Button>
  );
}
