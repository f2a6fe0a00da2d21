import { Button } from "./button.tsx";
import { toast } from "./toast.ts";
import { useHydrated } from "./use-hydrated.ts";

interface CopyButtonProps {
  /** What lands in the clipboard. */
  text: string;
  /** What it is, for who does not see what the button stands beside: "reference number". */
  what: string;
  /** Called when the browser does not let us, so that the text can be selected for the keyboard. */
  onRefused?: () => void;
}

/** Copies a text and says so. Only where scripts run; without them the text is there to be selected. */
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
