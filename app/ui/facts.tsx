import { Fragment } from "react";
import type { ReactNode } from "react";

/** Short facts in one line with dots between them, which keep the words apart when they are read out, too. Those that are missing are left out, their dots too. */
export function Facts({ items }: { items: readonly (ReactNode | null | undefined)[] }) {
  const present = items.filter((item) => item !== null && item !== undefined && item !== "");
  return (
    <>
      {present.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fixed line that is never reordered
        <Fragment key={index}>
          {index > 0 ? <span className="px-1">{" · "}</span> : null}
          {item}
        </Fragment>
      ))}
    </>
  );
}
