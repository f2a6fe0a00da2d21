import type { DatabaseSync } from "node:sqlite";

/** How far each webhook has come: the time of the last transaction whose messages were delivered (ISO 8601). */
export class WebhookPositions {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(key: string): string | undefined {
    const position = this.#database.prepare("SELECT position FROM webhook WHERE key = ?").get(key)?.[
      "position"
    ];
    return typeof position === "string" ? position : undefined;
  }

  set(key: string, position: string): void {
    this.#database.prepare("INSERT OR REPLACE INTO webhook (key, position) VALUES (?, ?)").run(key, position);
  }

  /** Forgets all other webhooks. */
  keep(keys: readonly string[]): void {
    const sql = "DELETE FROM webhook WHERE key NOT IN (SELECT value FROM json_each(?))";
    this.#database.prepare(sql).run(JSON.stringify(keys));
  }
}
