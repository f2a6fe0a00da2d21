import { Fragment, type ReactNode } from "react";

/** Short facts in one line, separated by dots. Missing ones are left out. */
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
