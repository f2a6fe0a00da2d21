import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Container } from "../ui/container.tsx";
import { DASHBOARD } from "./addresses.ts";
import { LocalTime } from "./local-time.tsx";
import type { Pending } from "./outbox.instance.server.ts";

const HEADINGS = ["What", "From", "Received", "Tries", "State"];

/** What has still to leave this machine: submissions for the content store. */
export function Outbox({ pending }: { pending: Pending }) {
  return (
    <Container className="py-10 sm:py-14">
      <p>
        <Link to={DASHBOARD} className="footer-link">
          Admin dashboard
        </Link>
      </p>
      <h1 className="tight mt-2 text-3xl">Outbox</h1>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-14">
        <Section
          id="pending"
          title="Pending sync"
          text="Taken from visitors while the content store was away. They are kept on this machine and stored as soon as it is back."
        >
          <PendingTable pending={pending} />
        </Section>
      </div>
    </Container>
  );
}

function Section({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="tight text-xl">
        {title}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">{text}</p>
      <div className="mt-4 rounded-lg border border-line bg-surface">{children}</div>
    </section>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-4 py-8 text-center text-ink-soft">{children}</p>;
}

function PendingTable({ pending }: { pending: Pending }) {
  if (!pending) return <Note>The queue on this machine cannot be read.</Note>;
  if (pending.count === 0) return <Note>Everything is in the content store.</Note>;
  const { count, rows } = pending;
  return (
    <>
      {/* A region that scrolls has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Pending sync, table" tabIndex={0} className="admin-scroll">
        <table className="w-full border-separate border-spacing-0 text-left text-sm">
          <thead>
            <tr>
              {HEADINGS.map((heading) => (
                <th key={heading} scope="col" className="admin-heading h-10">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, what, who, receivedAt, attempts, stuck, lastError }) => (
              <tr key={id} className="admin-row">
                <th scope="row" className="admin-cell admin-first">
                  {what}
                </th>
                <td className="admin-cell">{who}</td>
                <td className="admin-cell">
                  <LocalTime iso={receivedAt} />
                </td>
                <td className="admin-cell">{attempts}</td>
                <td className="admin-cell" title={lastError}>
                  {stuck ? `Refused: ${lastError}` : "Waiting"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > rows.length ? <Note>{`The oldest ${rows.length} of ${count} are shown.`}</Note> : null}
      {rows.some(({ stuck }) => stuck) ? (
        <Form method="post" className="border-t border-line p-4">
          <Button type="submit" variant="secondary" size="sm">
            Try the refused ones again
          </Button>
        </Form>
      ) : null}
    </>
  );
}
