interface Version {
  _id: string;
  order?: number | null;
}

/** A document of an ordered list. `doc` is the version that editors see (the draft, if there is one), `ids` are all stored versions. */
export interface Row<Doc extends Version> {
  id: string;
  doc: Doc;
  ids: string[];
}

const position = (doc: Version) => doc.order ?? Infinity;

/** Groups drafts and published versions into one row per document, in the order of the site. */
export function rowsOf<Doc extends Version>(versions: readonly Doc[]): Row<Doc>[] {
  const groups = Map.groupBy(versions, ({ _id }) => _id.replace(/^drafts\./, ""));
  const rows = [...groups].map(([id, found]) => ({
    id,
    doc: found.find(({ _id }) => _id !== id) ?? found[0]!,
    ids: found.map(({ _id }) => _id),
  }));
  return rows.sort((a, b) => position(a.doc) - position(b.doc) || a.id.localeCompare(b.id));
}

/** Returns the list with `id` moved to the position of `over`. Unknown ids change nothing. */
export function moved(ids: readonly string[], id: string, over: string): string[] {
  const from = ids.indexOf(id);
  const to = ids.indexOf(over);
  return from < 0 || to < 0 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

/**
 * Returns the positions to write so that the documents are in the order of `ids`: stored id to position, changed ones only.
 * Positions are 1, 2, 3 and so on, which also repairs gaps and duplicates.
 */
export function newPositions(ids: readonly string[], versions: readonly Version[]): Map<string, number> {
  const places = new Map(ids.map((id, index) => [id, index + 1]));
  const written = versions.map(({ _id, order }) => ({
    _id,
    order,
    place: places.get(_id.replace(/^drafts\./, "")),
  }));
  return new Map(
    written.flatMap(({ _id, order, place }) => (place && place !== order ? [[_id, place]] : [])),
  );
}
