import { emailJob, type EmailSite } from "../../../email/email.ts";
import type { EmailTemplate } from "../../../model/emails/template.ts";
import { contractNotice, type ContractNoticeProps } from "../../../model/emails/admins.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { uuidOfContract } from "../../store/find-offer.server.ts";
import { renewedToken } from "../../store/private-links.server.ts";

/** Returns the private link to an order that is valid for 90 days from a time on. */
export function orderUrl({ secret, publicUrl }: EmailSite, { _id }: { _id: string }, from: Date): string {
  return `${publicUrl}/order/${renewedToken(secret, uuidOfContract(_id), from)}`;
}

/** Addresses of a client: the contact's and, when it differs, the payer's of a card. */
export function clientAddresses({ contactInfo, payment }: StoredContract): string[] {
  const payer = payment.payer?.email ?? "";
  const isOther = payer !== "" && payer.toLowerCase() !== contactInfo.email.toLowerCase();
  return isOther ? [contactInfo.email, payer] : [contactInfo.email];
}

/** Whether the client may be anybody: the address was entered in the public form, and nothing was paid. */
export function isUnproven({ offer, status, payment }: StoredContract): boolean {
  return !offer && status !== "completed" && !payment.receivedAmount;
}

/** Files show what a visitor typed, so they go to nobody whose address anybody could have entered. */
export const attached = (contract: StoredContract, pdfs: readonly string[]): { pdfs?: readonly string[] } =>
  pdfs.length === 0 || isUnproven(contract) ? {} : { pdfs };

interface ClientEmail<Props extends object> {
  template: EmailTemplate<Props>;
  props: NoInfer<Props>;
  /** True for what was paid by card, which the payer gets too. */
  toPayer?: boolean;
  /** As in `Email`. */
  limited?: true | string | undefined;
  /** Names of files of the contract. */
  pdfs?: readonly string[];
}

/** Returns the jobs of an email to a client. None once the client's data was erased. */
export function clientJobs<Props extends object>(
  contract: StoredContract,
  kind: string,
  { template, props, toPayer = false, limited, pdfs = [] }: ClientEmail<Props>,
): NewJob[] {
  const { email } = contract.contactInfo;
  if (!email) return [];
  return (toPayer ? clientAddresses(contract) : [email]).map((to) =>
    emailJob(contract._id, kind, {
      to,
      template,
      props,
      ...(limited ? { limited } : {}),
      ...attached(contract, pdfs),
    }),
  );
}

/** Returns the emails that tell the admins of an event. */
export function noticeJobs(
  site: EmailSite,
  contract: StoredContract,
  kind: string,
  { what, facts }: Pick<ContractNoticeProps, "what" | "facts">,
): NewJob[] {
  const { firstName, lastName, email } = contract.contactInfo;
  const name = `${firstName} ${lastName}`.trim();
  const props: ContractNoticeProps = {
    what,
    facts,
    name,
    reference: referenceNumber(site.secret, contract._id),
    url: `${site.publicUrl}/admin/contracts/${encodeURIComponent(contract._id)}`,
  };
  return site.adminEmails.map((to) =>
    emailJob(contract._id, `${kind}-notice`, {
      to,
      template: contractNotice,
      props,
      ...(email ? { replyTo: { name, address: email } } : {}),
    }),
  );
}
