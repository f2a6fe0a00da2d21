import { Link } from "@remix-run/react";
import { LineIcon } from "../ui/line-icon.tsx";

const FORM_LINKS = [
  { to: "/questionnaire", title: "Project Questionnaire", text: "The five-step form for clients." },
  { to: "/contract", title: "Service Contract", text: "The order form with services and prices." },
  {
    to: "/admin/contracts/new",
    title: "New contract for a client",
    text: "Reviewed, signed and paid by private link.",
  },
];

/** Links to the two public forms (docs/specification.md, section 2), unless they are off, and to a new adminContract. */
export function FormLinks({ off }: { off: readonly string[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
      {FORM_LINKS.filter(({ to }) => !off.includes(to)).map(({ to, title, text }) => (
        <li key={to}>
          <Link
            to={to}
            className="group flex h-full items-center justify-between gap-4 rounded-lg border border-line bg-surface px-5 py-4 transition-colors hover:border-edge hover:bg-tint"
          >
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-ink-soft">{text}</span>
            </span>
            <LineIcon
              box={20}
              className="size-5 flex-none text-accent transition-transform group-hover:translate-x-0.5"
            >
              <path d="M4 10h12M11 5l5 5-5 5" />
            </LineIcon>
          </Link>
        </li>
      ))}
    </ul>
  );
}
