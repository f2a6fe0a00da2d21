import type { TableKind } from "../model/tables.ts";

export const CONFIRMATION = "delete";

export type DeletionRefusal = "paid" | "invoiced" | "charging";

export const REFUSALS: Record<DeletionRefusal, string> = {
  paid: "This contract cannot be deleted, because a payment was received for it.",
  invoiced: "This contract cannot be deleted, because an invoice was issued for it.",
  charging:
    "This contract cannot be deleted, because a card payment was started for it and may still succeed.",
};

export interface DeletionPage {
  kind: TableKind;
  id: string;
  rev: string;
  name: string;
  /** `""` for types without a reference number. */
  reference: string;
  /** Number of its files. */
  files: number;
  /** Null: it can be deleted. */
  refusal: DeletionRefusal | null;
}
