interface Version {
  _id: string;
  order?: number | null;
}

/** A document of an ordered list. `doc` is what an editor sees of it (the draft, if there is one), `ids` all that is stored. */
export interface Row<Doc extends Version> {
  id: string;
  doc: Doc;
  ids: string[];
}

const position = (doc: Version) => doc.order ?? Infinity;

/** Drafts and published versions as one row per document, in the order of the site. */
export function rowsOf<Doc extends Version>(versions: readonly Doc[]): Row<Doc>[] {
  const groups = Map.groupBy(versions, ({ _id }) => _id.replace(/^drafts\./, ""));
  const rows = [...groups].map(([id, found]) => ({
    id,
    doc: found.find(({ _id }) => _id !== id) ?? found[0]!,
    ids: found.map(({ _id }) => _id),
  }));
  return rows.sort((a, b) => position(a.doc) - position(b.doc) || a.id.localeCompare(b.id));
}

/** The list with one entry taken from its place and put to another's; unknown ids change nothing. */
export function moved(ids: readonly string[], id: string, over: string): string[] {
  const from = ids.indexOf(id);
  const to = ids.indexOf(over);
  return from < 0 || to < 0 ? [...ids] : ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

/**
 * What to write so that the documents stand in the order of `ids`: position by stored id, of those only that have another.
 * Positions are 1, 2, 3: a gap or a duplicate among the old ones is mended on the way.
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
