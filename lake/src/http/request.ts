/**
 * What the lake reads of a request. A `Request` has it all, and so has what the node adapter makes of an incoming
 * message: making a real one of each would cost more than answering it.
 */
export interface LakeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
  readonly signal: AbortSignal;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Names the caller: what one caller may use up is counted under it. All without a name share one. */
  readonly caller?: string;
  /**
   * The whole body where it is at hand more cheaply than by `body`. `admit` gets the size of each chunk; what it throws
   * ends the reading.
   */
  collect?(admit: (bytes: number) => void): Promise<Uint8Array>;
}
