import type { ReactElement } from "react";
import type { NewJob } from "../queue/job.ts";

/** One kind of mail. The layout (brand, footer, colors) comes around its content. */
export interface EmailTemplate<Props extends object = object> {
  /** Waiting jobs refer to it by this name, so a later version keeps it. */
  name: string;
  subject(props: Props): string;
  Content(props: Props): ReactElement;
  /** Sample props, for the gallery and the tests. */
  preview: Props;
}

/** A mail as the queue holds it: rendered when it is sent. Plain JSON. */
export interface Email {
  /** One address: each recipient gets a mail of their own. */
  to: string;
  subject: string;
  /** Name of the template. */
  template: string;
  props: object;
  /** Who gets a reply, where it is not the sender. */
  replyTo?: { name: string; address: string };
  /** Confirms what anybody may have posted in the recipient's name: one address gets only a few of these a day. */
  limited?: true;
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
}

/** What every mail needs to know of the site. */
export interface EmailSite {
  /** Public origin without a trailing slash. */
  publicUrl: string;
  /** Recipients of notices about submissions. */
  adminEmails: readonly string[];
  secret: string;
}

/** An email before it is queued: the subject comes from the template. */
export interface NewEmail<Props extends object> extends Omit<Email, "subject" | "template" | "props"> {
  template: EmailTemplate<Props>;
  props: NoInfer<Props>;
}

/** Returns the job that sends an email: once for a submission, a kind and a recipient, however often it is queued. */
export function emailJob<Props extends object>(
  submissionId: string,
  kind: string,
  { template, ...email }: NewEmail<Props>,
): NewJob {
  const body: Email = { ...email, subject: template.subject(email.props), template: template.name };
  return { topic: "mail", id: `${submissionId}/${kind}/${email.to.toLowerCase()}`, body };
}
