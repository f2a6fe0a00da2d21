import { createHash } from "node:crypto";
import { render, toPlainText } from "@react-email/render";
import type { SendMailOptions } from "nodemailer";
import addressparser from "nodemailer/lib/addressparser";
import type { EmailBrand } from "../model/emails/brand.ts";
import { wordEmail, type EmailTemplate } from "../model/emails/template.ts";
import { AppError } from "../platform/errors.ts";
import type { Job } from "../submissions/queue/job.ts";
import { EmailBody } from "./body.server.tsx";
import type { Email } from "./email.ts";
import { EmailLayout } from "./layout.server.tsx";

/** The element that html-to-text, which has no types, passes to a formatter. */
interface TextElement {
  children: unknown[];
  attribs: Record<string, string | undefined>;
}
interface TextBuilder {
  addInline(text: string, options?: { noWordTransform: boolean }): void;
  addLineBreak(): void;
}

/** Formats a link as `Label:` and the URL on a line of its own, so that mail programs make all of it clickable. */
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

/** Puts each fact on its own line and shows the URLs of actions; otherwise the defaults of react-email. */
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
 * Returns the subject, HTML and text of an email, in the words of editors at this moment. Props are rendered as text, never as markup. Throws an AppError (`internal`) when
 * there is no template of that name.
 */
export async function renderEmail(
  { template: name, props }: Pick<Email, "template" | "props">,
  { templates, brand }: { templates: readonly EmailTemplate[]; brand: EmailBrand },
): Promise<{ subject: string; html: string; text: string }> {
  const template = templates.find((one) => one.name === name);
  if (!template) throw new AppError("internal", `There is no email template ${JSON.stringify(name)}.`);
  const words = wordEmail(template, props, brand.texts);
  const html = await render(
    <EmailLayout words={words} brand={brand}>
      <EmailBody {...{ template, props, words, brand }} />
    </EmailLayout>,
  );
  return { subject: words.subject, html, text: `${toPlainText(html, TEXT_OPTIONS)}\n` };
}

export interface EmailSender {
  /** `Name <address>` or an address. The name of the site settings comes before it. */
  from: string;
  publicUrl: string;
  templates: readonly EmailTemplate[];
  /** Returns files of a contract, without those that cannot be made. Never throws. */
  attach?: (contractId: string, files: readonly string[]) => Promise<Attachment[]>;
}

type Attachment = { filename: string; content: Buffer; contentType: string };

/** Returns a stable name for a job that reveals nothing about it. */
export function jobName(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 32);
}

/**
 * Returns the message of a job. Its Message-ID is always the same, so that a mailbox can recognize a duplicate. Addresses
 * are passed as objects and never parsed, so a comma adds no second recipient. Throws like `renderEmail`.
 */
export async function composeEmail(
  { id, body, receivedAt }: Pick<Job, "id" | "body" | "receivedAt">,
  { from, publicUrl, templates, attach = async () => [] }: EmailSender,
  brand: EmailBrand,
): Promise<SendMailOptions> {
  const email = body as Email;
  const [sender] = addressparser(from, { flatten: true });
  const reply = brand.replyTo ? { name: brand.senderName, address: brand.replyTo } : undefined;
  const replyTo = email.replyTo ?? reply;
  const { pdfs, contractId } = email;
  const attachments = pdfs && contractId ? await attach(contractId, pdfs) : [];
  return {
    from: { name: brand.senderName || (sender?.name ?? ""), address: sender?.address ?? from },
    to: { name: "", address: email.to },
    date: new Date(receivedAt),
    messageId: `<${jobName(id)}@${new URL(publicUrl).hostname}>`,
    // Suppress out-of-office replies (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", ...email.headers },
    ...(replyTo ? { replyTo } : {}),
    ...(await renderEmail(email, { templates, brand })),
    ...(attachments.length > 0 ? { attachments } : {}),
    // The content is text: never load a file or a URL for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
