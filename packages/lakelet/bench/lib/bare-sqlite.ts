import type { IncomingMessage, ServerResponse } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";

/** As in responses of the lake. */
const HEAD = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

interface Waiting {
  id: string;
  json: string;
  done: (error?: unknown) => void;
}

/**
 * The minimum with SQLite behind the same server: `GET /bare/<id>` reads a row by its primary key, `POST /bare` stores the first
 * document of the body that the lake gets. Writes of one turn of the event loop share a commit, with the lake's settings, and are
 * acknowledged after it.
 */
export function openBare(file: string) {
  const database = new DatabaseSync(file);
  // The lake's settings.
  database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec("PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4096");
  database.exec("CREATE TABLE document (id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT");
  const select = database.prepare("SELECT json FROM document WHERE id = ?");
  const insert = database.prepare("INSERT INTO document (id, json) VALUES (?, ?)");
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    let failed: unknown;
    try {
      database.exec("BEGIN IMMEDIATE");
      for (const { id, json } of group) insert.run(id, json);
      database.exec("COMMIT");
    } catch (error) {
      failed = error;
    }
    for (const { done } of group) done(failed);
  }

  const store = (id: string, json: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ id, json, done: (error) => (error ? reject(error as Error) : resolve()) });
    });

  const answer = (response: ServerResponse, status: number, body: string): void => {
    response.writeHead(status, { ...HEAD, "content-length": Buffer.byteLength(body) });
    response.end(body);
  };

  return {
    fill(rows: Iterable<{ _id: string }>): void {
      database.exec("BEGIN");
      for (const row of rows) insert.run(row._id, JSON.stringify(row));
      database.exec("COMMIT");
    },
    read(request: IncomingMessage, response: ServerResponse): void {
      const row = select.get((request.url ?? "").slice("/bare/".length));
      answer(response, row ? 200 : 404, String(row?.["json"] ?? "null"));
    },
    async write(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = JSON.parse(await text(request)) as { mutations: [{ create: { _id: string } }] };
      const document = body.mutations[0].create;
      await store(document._id, JSON.stringify(document));
      answer(response, 200, JSON.stringify({ results: [{ operation: "create" }] }));
    },
  };
}
