import { Button } from "./button.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** Opens the browser's print dialog. Hidden without scripts and in print. */
export function PrintButton() {
  if (!useHydrated()) return null;
  return (
    <div className="print:hidden">
      <Button variant="secondary" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
