export type Kind = "contact" | "newsletter" | "questionnaire" | "invoice order" | "card order";

/** A submission as its visitor knows it. */
export interface Entry {
  kind: Kind;
  /** A text in one field that no other submission has. */
  mark: string;
  /** Unique email address for the receipt. */
  email: string;
  /** The site acknowledged it: "Thank you", "placed". */
  acknowledged: boolean;
  /** Newsletter: unsubscribing was acknowledged. `asked`: the response was lost, so both states are right. */
  left?: "asked" | "acknowledged";
  /** Order by card: the card was confirmed at Stripe. */
  paid?: boolean;
  /** Questionnaire: SHA-256 of its files. */
  files?: string[];
}

/** A change of status that was acknowledged, or whose response was lost. */
export interface StatusTry {
  id: string;
  to: string;
  acknowledged: boolean;
}

/** Everything that was sent to the site and its responses. */
export interface Ledger {
  entries: Entry[];
  statuses: StatusTry[];
  /** Headline of the last acknowledged publication; later ones whose response was lost may be shown as well. */
  headlines: string[];
}
