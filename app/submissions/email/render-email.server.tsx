import { render, toPlainText } from "@react-email/render";
import { AppError } from "../../platform/errors.ts";
import type { Email, EmailTemplate } from "./email.ts";
import { EmailLayout } from "../../platform/email-layout.server.tsx";

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
