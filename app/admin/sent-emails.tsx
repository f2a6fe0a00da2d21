import { Form } from "@remix-run/react";
import type { EmailsView } from "../contracts/billing/emails/emails.server.ts";
import { Button } from "../ui/button.tsx";
import { SiteTime } from "./site-time.tsx";

export function SentEmails({ emails, to, nonce }: Pick<EmailsView, "emails" | "to" | "nonce">) {
  if (emails.length === 0) return <p className="text-ink-soft">No emails have been sent to the client.</p>;
  return (
    <>
      <p className="mb-4 break-words text-ink-soft">
        Sent to {to}. An email that is sent again is written anew, with a private link that is valid for 90
        days, and as long as services run.
      </p>
      <ul className="border-t border-line">
        {emails.map(({ kind, subject, at }) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <span className="min-w-0 flex-1 basis-64">
              <span className="block break-words font-semibold text-ink">{subject}</span>
              <span className="text-sm text-ink-faint">
                <SiteTime iso={at} />
              </span>
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="nonce" value={nonce} />
              <Button type="submit" variant="secondary" size="sm" aria-label={`Send again: ${subject}`}>
                Send again
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
