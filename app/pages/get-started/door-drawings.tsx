import type { ReactNode } from "react";
import { LineIcon } from "../../ui/line-icon.tsx";

/** Line drawings in the hand of the service icons, a little larger. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <LineIcon box={40} stroke={1.5} className="size-12">
      {children}
    </LineIcon>
  );
}

/** A sheet with answers ticked and one being written. */
export function QuestionnaireDrawing() {
  return (
    <Drawing>
      <path d="M29 14V6a3 3 0 0 0-3-3H8a3 3 0 0 0-3 3v28a3 3 0 0 0 3 3h18a3 3 0 0 0 3-3v-5" />
      <path d="m10 11 1.8 1.8L15 9.5M10 20l1.8 1.8 3.2-3.3M19 11h5M19 20h2M10 30h8" />
      <path d="m22 28 1-4.5L33.2 13.300a2.1 2.1 0 0 1 3 0l.5.5a2.1 2.1 0 0 1 0 3L26.5 27 22 28Z" />
    </Drawing>
  );
}

/** A list of items with their prices. */
export function OrderDrawing() {
  return (
    <Drawing>
      <path d="M7 3h26v34l-4.3-3-4.4 3-4.3-3-4.3 3-4.4-3L7 37V3Z" />
      <path d="M13 12h8M13 19h8M13 26h5M27 12h.5M27 19h.5M25 26h2.5" />
    </Drawing>
  );
}

/** A letter on its way. */
export function ContactDrawing() {
  return (
    <Drawing>
      <rect x="3" y="8" width="34" height="24" rx="3" />
      <path d="m4 10.5 16 12 16-12M4 30l10.5-11.500M36 30 25.5 18.5" />
    </Drawing>
  );
}
