import { releaseOf } from "../model/document.ts";
import type { LakeDocument } from "../model/document.ts";
import { conflicts } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { DocumentBody, Mutation } from "../model/mutation.ts";
import { applyMutation } from "../mutations/apply.ts";
import type { Transaction } from "../mutations/apply.ts";

/**
 * An action of a request, its shape checked: applies itself to a transaction's working set as mutations, which is what listeners
 * get. Throws LakeError 400, 403, 404 or 409.
 */
export type Action = (step: Step) => void;

/**
 * Returns a copy in which references with `_strengthenOnPublish` are strong. In drafts they are weak, because their target
 * may not be published yet.
 */
function strengthen<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => strengthen(item)) as T;
  if (!isJsonObject(value)) return value;
  const { _strengthenOnPublish: mark, ...rest } = value;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, strengthen(part)]));
  if (isJsonObject(mark) && mark["weak"] !== true) delete copy["_weak"];
  return copy as T;
}

/** The place of one action in a transaction. */
export class Step {
  readonly transaction: Transaction;
  /** Position of the action in the request. */
  readonly index: number;

  constructor(transaction: Transaction, index: number) {
    this.transaction = transaction;
    this.index = index;
  }

  get(id: string): LakeDocument | null {
    return this.transaction.documents.get(id);
  }

  /** @throws LakeError 404 */
  need(id: string): LakeDocument {
    const document = this.get(id);
    if (!document) throw conflicts.missing(this.index, id, 404);
    return document;
  }

  /** @throws LakeError 409 if a revision is given and the document has another */
  match(id: string, revision: string | undefined): void {
    if (revision === undefined) return;
    const current = this.get(id)?._rev ?? "";
    if (current !== revision) throw conflicts.revision(this.index, id, current, revision);
  }

  absent(id: string): void {
    if (this.get(id)) throw conflicts.exists(this.index, id);
  }

  run(mutation: Mutation): void {
    Array.from(applyMutation(this.transaction, mutation, this.index));
  }

  /** Creates a draft or version from the published document unless it exists. @throws LakeError 404 */
  ensure(id: string, publishedId: string): void {
    if (!this.get(id)) this.run({ create: bodyAs(id, this.need(publishedId)) });
  }
}

/** Returns a document's content under another id, with its time of creation. Only versions can be staged for unpublishing. */
export function bodyAs(id: string, { _rev, _updatedAt, _system, ...body }: LakeDocument): DocumentBody {
  const isStaged = _system !== undefined && releaseOf(id) !== undefined;
  return { ...body, ...(isStaged ? { _system } : {}), _id: id };
}

/** Writes the content of a draft or version to the published id, whose time of creation stays. */
export function putPublished(step: Step, publishedId: string, draft: LakeDocument): void {
  const body = strengthen(bodyAs(publishedId, draft));
  const published = step.get(publishedId);
  if (published) step.run({ createOrReplace: { ...body, _createdAt: published._createdAt } });
  else step.run({ create: body });
}
