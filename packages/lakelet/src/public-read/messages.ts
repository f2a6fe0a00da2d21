import type { EventOptions } from "../listen/mutation-events.ts";
import type { LakeDocument } from "../model/document.ts";
import type { ErrorBody } from "../model/errors.ts";
import type { ExpandedMutation } from "../model/mutation.ts";
import type { PublicFrom } from "../model/public-from.ts";
import type { Question } from "../query/answer.ts";
import type { QueryParams } from "../query/parse.ts";
import type { IndexKey } from "../store/on-demand.ts";

/** A stranger's listener. */
export interface PublicListener {
  query: string;
  params: QueryParams;
  options: EventOptions;
}

/** What a transaction did to one document. */
export interface ReaderChange {
  id: string;
  type: string;
  after: LakeDocument | null;
  mutations: ExpandedMutation[];
}

/** From the lake to the reader process. */
export type ToReader =
  | {
      kind: "setup";
      projectId: string;
      dataset: string;
      publicFrom: PublicFrom;
      privateTypes: ReadonlySet<string>;
    }
  | { kind: "documents"; documents: LakeDocument[] }
  /** All documents have been sent. */
  | { kind: "filled" }
  | { kind: "index"; key: IndexKey }
  /** The first changes of a large transaction, which `changed` completes. */
  | { kind: "changes"; changes: ReaderChange[] }
  | { kind: "changed"; transactionId: string; timestamp: string; changes: ReaderChange[] }
  | { kind: "query"; id: number; question: Question }
  | { kind: "listen"; id: number; listener: PublicListener }
  | { kind: "leave"; id: number };

/** From the reader process to the lake. */
export type FromReader =
  | { kind: "ready" }
  | { kind: "answered"; id: number; bytes: Uint8Array<ArrayBuffer>; ms: number }
  | {
      kind: "refused";
      id: number;
      status: number;
      body: ErrorBody;
      headers: Readonly<Record<string, string>>;
      ms: number;
    }
  /** SIGINT ended the evaluation. */
  | { kind: "interrupted"; id: number; ms: number }
  /** Encoded events for a listener. */
  | { kind: "told"; id: number; bytes: Uint8Array<ArrayBuffer>; ms: number }
  /** The last events of a listener. */
  | { kind: "ended"; id: number; bytes: Uint8Array<ArrayBuffer>; ms: number };
