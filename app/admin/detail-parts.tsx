import { useId, type ReactNode } from "react";
import { isEmailAddress } from "../model/email-address.ts";
import { NOT_SPECIFIED, type ViewItem } from "../model/questionnaire-view.ts";

interface DetailGroupProps {
  title: string;
  /** Level of the heading: 3 in a dialog, 2 on a page. */
  level?: 2 | 3;
  children: ReactNode;
}

export function DetailGroup({ title, level = 3, children }: DetailGroupProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      aria-labelledby={id}
      className="break-inside-avoid border-t border-line pt-5 first:border-t-0 first:pt-0"
    >
      <Heading id={id} className="mb-3 text-base text-ink">
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** Labels with their values. Keeps the visitor's line breaks. */
export function DetailItems({ items }: { items: readonly ViewItem[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
      {items.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-faint max-sm:-mb-2.5">{label}</dt>
          <dd className="min-w-0 wrap-break-word whitespace-pre-line text-ink">
            <Value label={label} value={value.trim()} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value; emails and telephone numbers are links. */
function Value({ label, value }: ViewItem) {
  const href = replyAddress(label, value);
  if (!value) return <span className="text-ink-faint">{NOT_SPECIFIED}</span>;
  if (href === null) return value;
  return (
    <a href={href} className="text-accent underline underline-offset-4 hover:text-accent-strong">
      {value}
    </a>
  );
}

/**
 * Returns the `mailto:` or `tel:` URL of a visitor's `Email` or `Phone` (`Telephone` in contracts), or null for anything else.
 * Only plain addresses and numbers become links, so that a visitor's text cannot add a subject or further recipients.
 */
export function replyAddress(label: string, value: string): string | null {
  if (label === "Email" && isEmailAddress(value))
    return `mailto:${encodeURI(value).replaceAll(/[?&#]/g, encodeURIComponent)}`;
  if ((label === "Phone" || label === "Telephone") && /^\+?[\d\s().-]{5,}$/.test(value))
    return `tel:${value.replace(/[^\d+]/g, "")}`;
  return null;
}
