import type { ReactNode } from "react";
import { Button, buttonClass } from "./button.tsx";
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

/** Leads to the same as a PDF. */
export function PdfLink({ href, children = "PDF" }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} className={buttonClass({ variant: "secondary" }, "print:hidden")}>
      {children}
    </a>
  );
}
