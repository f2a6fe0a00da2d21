import { LakeError, conflicts } from "../model/errors.ts";
import type { MutationErrorItem } from "../model/errors.ts";
import type { LakeDocument } from "../model/document.ts";
import { isJsonObject } from "../model/json.ts";
import type { DocumentBody, Mutation } from "../model/mutation.ts";
import { applyMutation } from "../mutations/apply.ts";
import type { Transaction } from "../mutations/apply.ts";

function actionError(status: number, item: MutationErrorItem): LakeError {
  const description = `The action(s) failed: ${item.error.description}`;
  return new LakeError(status, { error: { type: "actionError", description, items: [item] } });
}

/** Errors about the documents of an action. `index` is the position of the action in the request. */
export const actionTarget = {
  missing: (index: number, id: string): LakeError =>
    actionError(404, {
      index,
      error: {
        type: "documentNotFoundError",
        id,
        description: `The document with the ID "${id}" was not found`,
      },
    }),

  leftover: (index: number, id: string, draftId: string): LakeError =>
    actionError(409, {
      index,
      error: {
        type: "documentHasDraftError",
        id,
        draftId,
        description: `Document "${id}" has a draft that was not named for deletion`,
      },
    }),
};

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

/** One action of a request. */
export class Step {
  readonly #transaction: Transaction;
  readonly #index: number;

  constructor(transaction: Transaction, index: number) {
    this.#transaction = transaction;
    this.#index = index;
  }

  /** Position of the action in the request. */
  get index(): number {
    return this.#index;
  }

  get author(): Transaction["author"] {
    return this.#transaction.author;
  }

  /** ISO 8601. */
  get timestamp(): string {
    return this.#transaction.timestamp;
  }

  /** Returns the ids that begin with a prefix, in order. */
  idsBelow(prefix: string): string[] {
    return this.#transaction.idsBelow(prefix);
  }

  /** Returns the last state of a document, even a deleted one, or null if the history no longer has it. */
  lastSeen(id: string): LakeDocument | null {
    return this.#transaction.lastSeen(id);
  }

  get(id: string): LakeDocument | null {
    return this.#transaction.documents.get(id);
  }

  /** @throws LakeError 404 */
  need(id: string): LakeDocument {
    const document = this.get(id);
    if (!document) throw actionTarget.missing(this.#index, id);
    return document;
  }

  /** @throws LakeError 409 if a revision is given and the document has another */
  match(id: string, revision: string | undefined): void {
    if (revision === undefined) return;
    const current = this.get(id)?._rev ?? "";
    if (current !== revision) throw conflicts.revision(this.#index, id, current, revision);
  }

  absent(id: string): void {
    if (this.get(id)) throw conflicts.exists(this.#index, id);
  }

  left(id: string, leftover: string): void {
    if (this.get(leftover)) throw actionTarget.leftover(this.#index, id, leftover);
  }

  run(mutation: Mutation): void {
    Array.from(applyMutation(this.#transaction, mutation, this.#index));
  }
}

/** Returns a document's content under another id, with its time of creation. */
export function bodyAs(id: string, { _rev, _updatedAt, ...body }: LakeDocument): DocumentBody {
  return { ...body, _id: id };
}

/** Writes the content of a draft or version to the published id, whose time of creation stays. */
export function putPublished(step: Step, publishedId: string, draft: LakeDocument): void {
  const { _system: _mark, ...content } = strengthen(bodyAs(publishedId, draft));
  const body = content as DocumentBody;
  const published = step.get(publishedId);
  if (published) step.run({ createOrReplace: { ...body, _createdAt: published._createdAt } });
  else step.run({ create: body });
}
