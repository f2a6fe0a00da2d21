/** A request that the lake has no answer for. */
export interface LedgerEntry {
  method: string;
  path: string;
  /** ISO 8601. */
  at: string;
}

const MAX_ENTRIES = 1000;

/** Remembers the requests nobody foresaw, so that a test can insist there were none. Keeps the last thousand. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];

  record(method: string, path: string): void {
    if (this.entries.length === MAX_ENTRIES) this.entries.shift();
    this.entries.push({ method, path, at: new Date().toISOString() });
  }
}
