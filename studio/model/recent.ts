interface Edited {
  _id: string;
  _type: string;
  _updatedAt: string;
}

export interface Recent {
  id: string;
  type: string;
  at: string;
  /** Whether the edit still waits to be published. */
  isDraft: boolean;
}

/** The documents edited last, each once, from rows that are sorted by time; a draft and its document are one. */
export function recentDocuments(rows: readonly Edited[], length: number): Recent[] {
  const seen = new Map<string, Recent>();
  for (const { _id, _type, _updatedAt } of rows) {
    const id = _id.replace(/^drafts\./, "");
    const before = seen.get(id);
    const isDraft = _id !== id || Boolean(before?.isDraft);
    seen.set(id, { id, type: _type, at: before?.at ?? _updatedAt, isDraft });
  }
  return [...seen.values()].slice(0, length);
}
