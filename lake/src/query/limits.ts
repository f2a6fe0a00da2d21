const KIB = 1024;
const MIB = 1024 * KIB;

/** What one query may cost. */
export interface QueryLimits {
  /** Milliseconds for reading the query, and again for evaluating it and writing the answer. */
  deadlineMs: number;
  /** Length of the parameters as JSON. */
  maxParamCharacters: number;
  /** Length of the answer as JSON. */
  maxResultCharacters: number;
  /** True: even what seems quick runs under the deadline, as somebody else wrote the query. */
  isForeign: boolean;
}

/**
 * Long enough for a full scan of 100,000 documents with a text search; short enough to survive a hostile query.
 */
export const QUERY_DEADLINE_MS = 5000;

/** The site's own queries, whose parameters may be a visitor's. */
export const SITE_QUERIES: QueryLimits = {
  deadlineMs: QUERY_DEADLINE_MS,
  maxParamCharacters: 64 * KIB,
  maxResultCharacters: 64 * MIB,
  isForeign: false,
};

/** The site's own queries with a token, such as those about many documents by id. */
export const TRUSTED_QUERIES: QueryLimits = { ...SITE_QUERIES, maxParamCharacters: MIB };

/** Queries from the network with a token or a session. */
export const KNOWN_QUERIES: QueryLimits = {
  deadlineMs: 2500,
  maxParamCharacters: 4 * MIB,
  maxResultCharacters: 32 * MIB,
  isForeign: true,
};

/** Queries of strangers, evaluated in a process of their own. */
export const PUBLIC_QUERIES: QueryLimits = {
  deadlineMs: 1000,
  maxParamCharacters: 32 * KIB,
  maxResultCharacters: MIB,
  isForeign: true,
};
