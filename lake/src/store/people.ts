import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Somebody who wrote, as the history names them. */
export interface Person {
  id: string;
  name: string;
  picture: string | null;
}

/** Who has been here by a session: the history holds their ids only, and the site may have forgotten them. */
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

  /** Writes only what is news: this is called for every request. */
  remember({ id, name, picture }: Person): void {
    const known = this.#known.get(id);
    if (known?.name === name && known.picture === picture) return;
    this.#save.run(id, name, picture);
    this.#known.set(id, { id, name, picture });
  }
}
