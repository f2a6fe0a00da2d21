const KIB = 1024;
const MIB = 1024 * KIB;

/** What the lake accepts; beyond it answers 4xx and writes nothing. Hosted Sanity allows larger documents (32 MB). */
export const LIMITS = {
  /** A JSON request body (queries, mutations). 413 above. Asset uploads have their own limit. */
  jsonBodyBytes: 4 * MIB,
  /** One stored document as JSON text. 413 above: a content document beyond this is a mistake or an attack. */
  documentBytes: MIB,
  /** Objects and arrays within each other, in a document. */
  documentDepth: 64,
  mutationsPerTransaction: 10_000,
  /** Ids in one `/data/doc` request. */
  documentsPerRequest: 1000,
  /** The same for strangers. */
  documentsPerPublicRequest: 100,
  /** Length of a GROQ query in UTF-16 units. */
  queryLength: 256 * KIB,
} as const;
