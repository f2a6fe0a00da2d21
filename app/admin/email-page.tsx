import { Link } from "@remix-run/react";
import { emailPartPath, OUTBOX } from "../model/admin-paths.ts";
import { Container } from "../ui/container.tsx";
import { DetailGroup, DetailItems } from "./detail-parts.tsx";
import type { EmailView } from "./email-view.server.ts";
import { SiteTime } from "./site-time.tsx";

/** An email that was written to a file: headers, HTML in a frame without scripts, and text. */
export function EmailPage({ file, email }: { file: string; email: EmailView }) {
  const { subject, date, headers, text, hasHtml } = email;
  return (
    <Container width="text" className="py-10 sm:py-14">
      <header className="mb-8">
        <Link to={OUTBOX} className="footer-link">
          Outbox
        </Link>
        <h1 className="tight mt-2 text-3xl wrap-break-word">{subject || "Email without a subject"}</h1>
        <p className="mt-3 text-ink-soft">{date ? <SiteTime iso={date} /> : null}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <DetailGroup title="Headers" level={2}>
          <DetailItems items={headers} />
        </DetailGroup>
        {hasHtml ? (
          <DetailGroup title="HTML" level={2}>
            <iframe
              title={`HTML of ${subject}`}
              src={emailPartPath(file, "html")}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              className="h-[36rem] w-full rounded-lg border border-line bg-surface"
            />
          </DetailGroup>
        ) : null}
        <DetailGroup title="Text" level={2}>
          <pre className="rounded-lg border border-line bg-surface p-4 font-sans text-sm wrap-break-word whitespace-pre-wrap">
            {text.trim()}
          </pre>
        </DetailGroup>
      </div>
      <p className="mt-8">
        <a href={emailPartPath(file, "source")} className="footer-link">
          Source of the email
        </a>
      </p>
    </Container>
  );
}
