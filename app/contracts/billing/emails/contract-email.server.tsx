import type { ReactNode } from "react";
import {
  ActionButton,
  Amounts,
  Facts,
  Opening,
  Paragraph,
  QuietLink,
  type Fact,
} from "../../../email/layout.server.tsx";
import { worded } from "../../../email/words.ts";
import { useEmailBrand } from "../../../email/brand.ts";
import { emailJob, type EmailSite, type EmailTemplate } from "../../../email/email.ts";
import type { NewJob } from "../../../submissions/queue/job.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import type { AmountRow } from "../../../model/contracts/amounts.ts";
import type { StoredContract } from "../../store/contract-store.server.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { uuidOfContract } from "../../store/find-offer.server.ts";
import { renewedToken } from "../../store/private-links.server.ts";
import { CONTRACT_NOTICE } from "./email-words.ts";

/** What every email to a client about a contract has. */
export interface ClientEmailProps {
  reference: string;
  /** Private link to the order. */
  link: string;
}

export const PREVIEW_LINK = "https://harborlight.example/order/4f1c";
export const PREVIEW_CLIENT: ClientEmailProps = { reference: "7KQ2-M9XD", link: PREVIEW_LINK };

/** Amounts as the layout shows them. */
export function AmountRows({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <Amounts
      rows={rows.map(({ label, cents, isSum, note = "" }) => ({
        label,
        value: formatCents(cents),
        isStrong: isSum,
        note,
      }))}
    />
  );
}

interface ContractEmailProps extends ClientEmailProps {
  /** Whether the opening is that of the other case that the email's words know. */
  hasOtherOpening?: boolean;
  rows?: readonly AmountRow[];
  facts?: readonly Fact[];
  children?: ReactNode;
  /** The same of the button. */
  hasOtherButton?: boolean;
  /** Where the button leads, by default the order page. */
  href?: string;
}

/** The body of an email to a client: what happened, amounts, facts, more, one button. */
export function ContractEmail(props: ContractEmailProps) {
  const { hasOtherOpening = false, rows, facts = [], reference, children, link, href } = props;
  return (
    <>
      <Opening other={hasOtherOpening} />
      {rows && rows.length > 0 ? <AmountRows rows={rows} /> : null}
      <Facts facts={[{ label: "Reference number", value: reference }, ...facts]} />
      {children}
      <ActionButton href={href ?? link} other={props.hasOtherButton ?? false} />
    </>
  );
}

/** How to pay by cheque, as the site settings say it. */
export function ChequeTerms() {
  const { payee, chequeInstructions } = useEmailBrand();
  return <Paragraph>{`Make the cheque payable to ${payee}. ${chequeInstructions}`.trim()}</Paragraph>;
}

/** How to cancel services that are charged to a card, or invoiced. */
export const howToCancel = (byCard: boolean): string =>
  `You can cancel at any time on your order page, without giving a reason. Your services then continue to the end of the period that is ${byCard ? "paid" : "invoiced"} and do not renew.`;

/** The version of the policy that the client agreed to, with its address. */
export function AgreedPolicyLink({ version }: { version: string }) {
  const { url } = useEmailBrand();
  if (!version) return null;
  return (
    <QuietLink
      href={`${url}/policy`}
    >{`You agreed to our service order policy, version ${version}`}</QuietLink>
  );
}

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

export interface ClientEmail<Props extends object> {
  template: EmailTemplate<Props>;
  props: NoInfer<Props>;
  /** True for what was paid by card, which the payer gets too. */
  toPayer?: boolean;
  /** As in `Email`. */
  limited?: true | string | undefined;
}

/** Returns the jobs of an email to a client. None once the client's data was erased. */
export function clientJobs<Props extends object>(
  contract: StoredContract,
  kind: string,
  { template, props, toPayer = false, limited }: ClientEmail<Props>,
): NewJob[] {
  const { email } = contract.contactInfo;
  if (!email) return [];
  return (toPayer ? clientAddresses(contract) : [email]).map((to) =>
    emailJob(contract._id, kind, { to, template, props, ...(limited ? { limited } : {}) }),
  );
}

/** What admins see of an event of a contract in an email. */
export interface ContractNoticeProps {
  /** What happened, in the words of the history. */
  what: string;
  reference: string;
  name: string;
  facts: Fact[];
  /** URL of the contract in the admin pages. */
  url: string;
}

export const contractNotice: EmailTemplate<ContractNoticeProps> = {
  ...worded(CONTRACT_NOTICE),
  Content: ({ reference, name, facts, url }) => (
    <>
      <Opening />
      <Facts
        facts={[{ label: "Client", value: name }, { label: "Reference number", value: reference }, ...facts]}
      />
      <ActionButton href={url} />
    </>
  ),
  preview: {
    what: "Cancellation requested",
    reference: "7KQ2-M9XD",
    name: "Zoë Whitfield",
    facts: [
      { label: "By", value: "The client" },
      { label: "Services end", value: "May 21, 2027" },
    ],
    url: "https://harborlight.example/admin",
  },
};

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
