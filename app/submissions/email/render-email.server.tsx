import { createHash } from "node:crypto";
import { render, toPlainText } from "@react-email/render";
import type { SendMailOptions } from "nodemailer";
import { AppError } from "../../platform/errors.ts";
import type { Email, EmailTemplate } from "./email.ts";
import { EmailLayout } from "../../platform/email-layout.server.tsx";
import type { Job } from "../queue/job.ts";

/** What html-to-text, which has no types, gives a formatter. */
interface TextElement {
  children: unknown[];
  attribs: Record<string, string | undefined>;
}
interface TextBuilder {
  addInline(text: string, options?: { noWordTransform: boolean }): void;
  addLineBreak(): void;
}

/** `Words:` and the address on a line of its own, where mail programs find it whole. */
function formatAction(
  element: TextElement,
  walk: (children: unknown[], builder: TextBuilder) => void,
  builder: TextBuilder,
): void {
  walk(element.children, builder);
  builder.addInline(":");
  builder.addLineBreak();
  builder.addInline(element.attribs.href ?? "", { noWordTransform: true });
}

/** Facts stay lines and actions show their address; all else is as react-email has it. */
const TEXT_OPTIONS = {
  formatters: { action: formatAction },
  selectors: [
    { selector: "a.action", format: "action" },
    { selector: "table.facts", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "tr.fact", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "th.label", format: "inline" },
    { selector: "td.value", format: "inline" },
  ],
};

/**
 * Returns both parts of an email. Everything in its props becomes text, never markup. Throws an AppError (`internal`) when
 * there is no template of its name.
 */
export async function renderEmail(
  { template: name, subject, props }: Pick<Email, "template" | "subject" | "props">,
  { templates, publicUrl }: { templates: readonly EmailTemplate[]; publicUrl: string },
): Promise<{ html: string; text: string }> {
  const template = templates.find((one) => one.name === name);
  if (!template) throw new AppError("internal", `There is no email template ${JSON.stringify(name)}.`);
  const { Content } = template;
  const html = await render(
    <EmailLayout subject={subject} brand={{ name: new URL(publicUrl).hostname, url: publicUrl }}>
      <Content {...props} />
    </EmailLayout>,
  );
  return { html, text: `${toPlainText(html, TEXT_OPTIONS)}\n` };
}

export interface EmailSender {
  /** `Name <address>` or an address. */
  from: string;
  /** Public origin without a trailing slash. */
  publicUrl: string;
  templates: readonly EmailTemplate[];
}

/** A name of a job that reveals nothing of it and is the same each time. */
export function jobName(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 32);
}

/**
 * Returns the message of a job. Its Message-ID is the same each time, so that a mailbox that gets it twice can tell.
 * Addresses are given as they are, never parsed: a comma in one makes no second recipient. Throws like `renderEmail`.
 */
export async function composeEmail(
  { id, body, receivedAt }: Pick<Job, "id" | "body" | "receivedAt">,
  { from, publicUrl, templates }: EmailSender,
): Promise<SendMailOptions> {
  const email = body as Email;
  return {
    from,
    to: { name: "", address: email.to },
    subject: email.subject,
    date: new Date(receivedAt),
    messageId: `<${jobName(id)}@${new URL(publicUrl).hostname}>`,
    // Suppress out-of-office replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...email.headers },
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
    ...(await renderEmail(email, { templates, publicUrl })),
    // The content is text: no file and no address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
