import type { DatabaseSync, StatementSync } from "node:sqlite";

/** An author, as the history shows them. */
export interface Person {
  id: string;
  name: string;
  picture: string | null;
}

/** People who have used the lake by a session. The history has only their ids, and the site may have deleted them. */
export class People {
  readonly #known = new Map<string, Person>();
  readonly #save: StatementSync;

  constructor(database: DatabaseSync) {
    for (const row of database.prepare("SELECT id, name, picture FROM person").iterate()) {
      const { id, name, picture } = row as unknown as Person;
      this.#known.set(id, { id, name, picture });
    }
    this.#save = database.prepare("INSERT OR REPLACE INTO person (id, name, picture) VALUES (?, ?, ?)");
  }

  get(id: string): Person | undefined {
    return this.#known.get(id);
  }

  /** Stores a person if anything changed. Called for every request. */
  remember({ id, name, picture }: Person): void {
    const known = this.#known.get(id);
    if (known?.name === name && known.picture === picture) return;
    this.#save.run(id, name, picture);
    this.#known.set(id, { id, name, picture });
  }
}

export interface Setting {
  key: string;
  value: unknown;
}

/** The Studio's settings per person: list layouts, sort orders. */
export class Settings {
  readonly #get: StatementSync;
  readonly #set: StatementSync;
  readonly #count: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare("SELECT json FROM setting WHERE person = ? AND key = ?");
    this.#set = database.prepare("INSERT OR REPLACE INTO setting (person, key, json) VALUES (?, ?, ?)");
    this.#count = database.prepare("SELECT count(*) AS count FROM setting WHERE person = ?");
    this.#delete = database.prepare("DELETE FROM setting WHERE person = ? AND key = ?");
  }

  get(person: string, key: string): Setting | undefined {
    const json = this.#get.get(person, key)?.["json"];
    return typeof json === "string" ? { key, value: JSON.parse(json) as unknown } : undefined;
  }

  set(person: string, { key, value }: Setting): void {
    this.#set.run(person, key, JSON.stringify(value));
  }

  delete(person: string, key: string): void {
    this.#delete.run(person, key);
  }

  count(person: string): number {
    return Number(this.#count.get(person)?.["count"] ?? 0);
  }
}
