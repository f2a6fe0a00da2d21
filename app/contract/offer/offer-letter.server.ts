import { mailJob, type LetterSite } from "../../submissions/mail/letter.ts";
import type { NewJob } from "../../submissions/queue/job.ts";
import { formatCents } from "../money.ts";
import type { StoredOffer } from "./find-offer.server.ts";
import { offerMoment } from "./offer-moment.ts";

export interface OfferMailing {
  /** The private link, absolute. */
  link: string;
  /** Who gets the client's answer. */
  by: string;
  /** The same for a button that is pressed twice, another one each time the page is opened. */
  nonce: string;
}

/** Brings the client the private link of their contract. */
export function offerLetter(
  site: Pick<LetterSite, "publicUrl">,
  { _id, contactInfo, total, offer }: StoredOffer,
  { link, by, nonce }: OfferMailing,
): NewJob {
  return mailJob(_id, `link-${offer.version}-${nonce}`, {
    to: contactInfo.email,
    subject: "Your contract is ready",
    paragraphs: [
      `Your contract with us is ready at ${site.publicUrl}. Over the link below you can read it, sign it and choose how to pay.`,
      "The link is private: whoever has it can read and sign this contract, so please do not pass it on.",
    ],
    facts: [
      { label: "Total", value: formatCents(total) },
      { label: "Open until", value: offerMoment(offer.expiresAt) },
    ],
    link: { text: "Read your contract", href: link },
    replyTo: { name: "", address: by },
  });
}
