import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { OutboxEmail } from "../email/transports.server.ts";
import { emailPath } from "../model/admin-paths.ts";
import type { waitingEmail } from "../submissions/queue/job.ts";
import { Button } from "../ui/button.tsx";
import { AdminPage } from "./admin-page.tsx";
import { ListTable, type ListRow } from "./list-table.tsx";
import type { OutboxView, Part, Pending } from "./outbox.server.ts";
import { SiteTime } from "./site-time.tsx";

function state({ stuck, attempts, lastError }: Pick<Pending, "stuck" | "attempts" | "lastError">): string {
  if (stuck) return `Refused: ${lastError}`;
  return attempts === 0 ? "Waiting" : `Waiting, tried ${attempts}×: ${lastError}`;
}

const pendingRow = (one: Pending): ListRow => [
  one.id,
  one.what,
  one.reference,
  one.who,
  <SiteTime key="at" iso={one.receivedAt} />,
  state(one),
];

const waitingRow = (one: ReturnType<typeof waitingEmail>): ListRow => [
  one.id,
  one.to,
  one.subject,
  <SiteTime key="at" iso={one.receivedAt} />,
  state(one),
];

const writtenRow = ({ file, to, subject, date }: OutboxEmail): ListRow => [
  file,
  to,
  subject,
  <SiteTime key="at" iso={date} />,
  <a
    key="view"
    href={emailPath(file)}
    className="inline-flex min-h-11 items-center text-link"
    aria-label={`View ${subject}, to ${to}`}
  >
    View
  </a>,
];

export function Outbox({ pending, waiting, written }: OutboxView) {
  const refused = [...(pending?.rows ?? []), ...(waiting?.rows ?? [])].some(({ stuck }) => stuck);
  return (
    <AdminPage title="Outbox">
      {refused ? (
        <Form method="post" className="mb-8">
          <Button type="submit" variant="secondary" size="sm">
            Retry refused items
          </Button>
        </Form>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
        <List
          id="pending"
          title="Pending sync"
          text="Submissions received while the content store was unavailable. They are kept on this server and stored as soon as it is back."
          columns={["What", "Reference", "From", "Received", "State"]}
          part={pending}
          empty="All submissions are in the content store."
          rowOf={pendingRow}
        />
        <List
          id="waiting"
          title="Emails being sent"
          text="They are sent as soon as the mail server accepts them."
          columns={["To", "Subject", "Written", "State"]}
          part={waiting}
          empty="All emails have been sent."
          rowOf={waitingRow}
        />
        <List
          id="written"
          title="Emails written to files"
          text="Without a mail server (SMTP_URL), emails are written to files instead of being sent. The newest 500 are kept."
          columns={["To", "Subject", "Written", "Email"]}
          part={written}
          empty="No emails have been written."
          rowOf={writtenRow}
        />
      </div>
    </AdminPage>
  );
}

interface ListProps<Row> {
  id: keyof OutboxView;
  title: string;
  text: string;
  columns: readonly string[];
  part: Part<Row>;
  empty: string;
  rowOf: (row: Row) => ListRow;
}

function List<Row>({ id, title, text, columns, part, empty, rowOf }: ListProps<Row>) {
  const { count, rows } = part ?? { count: 0, rows: [] };
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="tight text-xl">
        {title}
      </h2>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">{text}</p>
      <div className="mt-4 overflow-hidden rounded-lg border border-line bg-surface">
        {count > 0 ? <ListTable label={title} columns={columns} rows={rows.map(rowOf)} /> : null}
        {part ? null : <Note>This list can't be read right now.</Note>}
        {part && count === 0 ? <Note>{empty}</Note> : null}
        {count > rows.length ? <Note>{`${rows.length} of ${count} are shown.`}</Note> : null}
      </div>
    </section>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-4 py-8 text-center text-ink-soft">{children}</p>;
}
