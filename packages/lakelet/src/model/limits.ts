const KIB = 1024;
export const MIB = 1024 * KIB;

/** What the lake accepts; beyond it, it sends 4xx and writes nothing. docs/protocol.md has hosted Sanity's limits beside them. */
export const LIMITS = {
  /** A JSON request body (queries, mutations). 413 above. Asset uploads have their own limits. */
  jsonBodyBytes: 4 * MIB,
  /**
   * One stored document as JSON text, unless the options say less. 413 above. As hosted Sanity:
   * https://www.sanity.io/docs/content-lake/technical-limits
   */
  documentBytes: 32_000_000,
  /** Nesting of objects and arrays in a document. */
  documentDepth: 64,
  mutationsPerTransaction: 10_000,
  /** Documents that the queries of one transaction may select for deletion, as hosted. */
  deletedDocuments: 10_000,
  /** The same for patches: so many take less than 50 ms. */
  patchedDocuments: 1000,
  /** Queries of one transaction that take longer than `SHORT_SELECTIONS_MS`. */
  longSelections: 20,
  /** Ids in one `/data/doc` request. */
  documentsPerRequest: 1000,
  /** The same for strangers. */
  documentsPerPublicRequest: 100,
  /** Length of a GROQ query in UTF-16 units. */
  queryLength: 256 * KIB,
} as const;

/** What one query may cost. */
export interface QueryLimits {
  /** For parsing the query, and again for evaluating it and writing the result, in ms. */
  deadlineMs: number;
  /** Length of the parameters as JSON. */
  maxParamCharacters: number;
  /** Length of the result as JSON. */
  maxResultCharacters: number;
  /** True if somebody else wrote the query: it runs under the deadline even if it looks quick. */
  isForeign: boolean;
  /**
   * How many times `+` and array splicing may make a value longer. Without a limit, doubling a value ends the process: out of
   * memory. With a limit, functions that may make it longer by any factor (`array::join`) are left out.
   */
  maxGrowth: number;
}

/** Long enough for a text search over 100,000 documents, short enough to survive a hostile query. */
export const QUERY_DEADLINE_MS = 5000;

/** The site's own queries, whose parameters may be a visitor's. */
export const SITE_QUERIES: QueryLimits = {
  deadlineMs: QUERY_DEADLINE_MS,
  maxParamCharacters: 64 * KIB,
  maxResultCharacters: 64 * MIB,
  isForeign: false,
  maxGrowth: Infinity,
};

/** The site's own queries with a token, such as those about many documents by id. */
export const TRUSTED_QUERIES: QueryLimits = { ...SITE_QUERIES, maxParamCharacters: MIB };

/** Queries from the network with a token or a session that take longer than `SHORT_QUERIES`, in a process of their own. */
export const KNOWN_QUERIES: QueryLimits = {
  deadlineMs: 2500,
  maxParamCharacters: 4 * MIB,
  maxResultCharacters: 32 * MIB,
  isForeign: true,
  maxGrowth: Infinity,
};

/** What they may take in the thread that serves everyone: parsing and evaluating together stop it for less than 50 ms. */
export const SHORT_QUERIES: QueryLimits = {
  ...KNOWN_QUERIES,
  deadlineMs: 25,
  maxResultCharacters: MIB,
  maxGrowth: 2,
};

/** How long the queries of one transaction may take within it, in ms, while everything else waits. */
export const SHORT_SELECTIONS_MS = 15;

/** Queries of strangers, evaluated in a process of their own. */
export const PUBLIC_QUERIES: QueryLimits = {
  deadlineMs: 1000,
  maxParamCharacters: 32 * KIB,
  maxResultCharacters: MIB,
  isForeign: true,
  maxGrowth: Infinity,
};

/** Largest image upload, in bytes. */
export const MAX_IMAGE_BYTES = 20 * MIB;

/** Largest file upload, in bytes. */
export const MAX_FILE_BYTES = 100 * MIB;

/** Largest image that is decoded (width × height × frames): a few kilobytes can claim gigapixels. */
export const MAX_INPUT_PIXELS = 100_000_000;

/** Longest side of a rendered image. */
export const MAX_OUTPUT_SIDE = 8192;

/** Most pixels of a rendered image, padding included; without it 8192 × 8192 would be possible. */
export const MAX_OUTPUT_PIXELS = 32_000_000;

/** Most pixels of an AVIF, which takes a second per million; larger images become WebP, JPEG or PNG. */
export const MAX_AVIF_PIXELS = 2_000_000;

/** Most pixels of all frames of a rendered animation; above it only the first frame is rendered. */
export const MAX_ANIMATION_PIXELS = 50_000_000;

/** How long libvips may work on one image; twice as long when it is rotated, which takes a second pass. */
export const MAX_RENDER_SECONDS = 10;

/** Rendered images on disk; the least recently used are evicted first. */
export const IMAGE_CACHE_BYTES = 512 * MIB;
