import type { NewJob } from "../queue/job.ts";
import { referenceNumber } from "../reference.server.ts";
import { SUSPICION_TEXTS } from "../trap/suspicion-texts.ts";
import type { Suspicion } from "../trap/trap.server.ts";
import { mailJob, type Letter, type LetterSite } from "./letter.ts";

export interface Receipt {
  /** Document id of the submission. */
  id: string;
  /** In the middle of a sentence: `message`, `questionnaire`. */
  what: string;
  visitor: { name: string; email: string };
  /** What the visitor is told, and nothing that was typed: whoever enters a stranger's address sends them only our words. */
  thanks: string[];
  /** What the visitor reads besides the reference number. */
  facts?: Letter["facts"];
  link?: Letter["link"];
  /** What the admins read besides name, address and reference number; the rest stays behind their sign-in. */
  notice?: Letter["facts"];
  /** Nobody pays to have a stranger written to. */
  paid?: boolean;
  /** Why it seems to come from a program. Then the address it names, which may be anybody's, gets no mail. */
  suspected?: Suspicion | undefined;
  /** Path of the submission in the admin pages. */
  adminPath: string;
}

/** The two kinds of mail that a submission makes: its receipt for the visitor, and a notice for each admin. */
export function receiptMails(site: LetterSite, receipt: Receipt): NewJob[] {
  const {
    id,
    what,
    visitor,
    thanks,
    facts = [],
    link,
    notice = [],
    suspected,
    paid = false,
    adminPath,
  } = receipt;
  const number = referenceNumber(site.secret, id);
  const reference = { label: "Reference number", value: number };
  const confirmation = mailJob(id, "confirmation", {
    to: visitor.email,
    subject: `We received your ${what} (${number})`,
    paragraphs: [...thanks, `If you did not send us a ${what}, you can ignore this mail.`],
    facts: [reference, ...facts],
    ...(link ? { link } : {}),
    ...(paid ? {} : { limited: true as const }),
  });
  const notices = site.adminEmails.map((to) =>
    mailJob(id, "notice", {
      to,
      subject: `${suspected ? "Suspected: new" : "New"} ${what} (${number})`,
      paragraphs: [`A new ${what} came in.`],
      facts: [
        { label: "Name", value: visitor.name },
        { label: "Email", value: visitor.email },
        reference,
        ...notice,
        ...(suspected ? [{ label: "Suspected", value: SUSPICION_TEXTS[suspected] }] : []),
      ],
      link: { text: "Read it in the admin pages", href: site.publicUrl + adminPath },
      replyTo: { name: visitor.name, address: visitor.email },
    }),
  );
  return suspected ? notices : [confirmation, ...notices];
}
