export type Kind = "contact" | "newsletter" | "questionnaire" | "invoice order" | "card order";

/** What a visitor knows of what they sent. */
export interface Entry {
  kind: Kind;
  /** Stands in one field of the submission and in no other's. */
  mark: string;
  /** Where the receipt goes; nobody else has this address. */
  email: string;
  /** The site said yes: "Thank you", "placed". */
  acknowledged: boolean;
  /** Newsletter: the site said that it is ended. `asked`: the answer was lost, both are right. */
  left?: "asked" | "acknowledged";
  /** Order by card: the card was confirmed at Stripe. */
  paid?: boolean;
  /** Questionnaire: SHA-256 of its files. */
  files?: string[];
}

/** A change of status that the site said yes to, or that nobody knows of. */
export interface StatusTry {
  id: string;
  to: string;
  acknowledged: boolean;
}

/** Everything that was done to the site and what it said. */
export interface Ledger {
  entries: Entry[];
  statuses: StatusTry[];
  /** What the editor's last acknowledged publication says; later ones whose answer was lost may stand there too. */
  headlines: string[];
}
