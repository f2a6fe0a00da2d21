interface Edited {
  _id: string;
  _type: string;
  _updatedAt: string;
}

export interface Recent {
  id: string;
  type: string;
  at: string;
  /** Whether the edit is not published yet. */
  isDraft: boolean;
}

/** Returns the last edited documents from rows sorted by time. A draft and its published version count as one. */
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
