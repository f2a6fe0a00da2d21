import { Button } from "./button.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** Opens the browser's print dialog; only there where scripts run, and not on the paper. */
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
