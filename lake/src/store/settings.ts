import type { DatabaseSync, StatementSync } from "node:sqlite";

export interface Setting {
  key: string;
  value: unknown;
}

/** What the Studio remembers for each person: the layout of lists, the last sort order. */
export class Settings {
  readonly #get: StatementSync;
  readonly #set: StatementSync;
  readonly #count: StatementSync;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare("SELECT json FROM setting WHERE person = ? AND key = ?");
    this.#set = database.prepare("INSERT OR REPLACE INTO setting (person, key, json) VALUES (?, ?, ?)");
    this.#count = database.prepare("SELECT count(*) AS count FROM setting WHERE person = ?");
  }

  get(person: string, key: string): Setting | undefined {
    const json = this.#get.get(person, key)?.["json"];
    return typeof json === "string" ? { key, value: JSON.parse(json) as unknown } : undefined;
  }

  set(person: string, { key, value }: Setting): void {
    this.#set.run(person, key, JSON.stringify(value));
  }

  count(person: string): number {
    return Number(this.#count.get(person)?.["count"] ?? 0);
  }
}
