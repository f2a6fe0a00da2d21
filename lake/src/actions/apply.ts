import { LakeError, conflicts } from "../errors.ts";
import type { MutationErrorItem } from "../errors.ts";
import { isJsonObject } from "../json.ts";
import { publishedIdOf } from "../document.ts";
import type { LakeDocument } from "../document.ts";
import { applyMutation } from "../mutations/apply.ts";
import type { Transaction } from "../mutations/apply.ts";
import type { CommitOptions, DocumentBody, Mutation } from "../mutation.ts";
import { parseActions } from "./parse.ts";
import type { Action } from "./parse.ts";
import type { Transact } from "../mutations/commit.ts";

function actionError(status: number, item: MutationErrorItem): LakeError {
  const description = `The action(s) failed: ${item.error.description}`;
  return new LakeError(status, { error: { type: "actionError", description, items: [item] } });
}

/** Errors about the documents of an action. `index` is the position of the action in the request. */
const actionTarget = {
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

/** Turns the error of a mutation into the error of the action that caused it. */
function asActionError(error: unknown): unknown {
  if (!(error instanceof LakeError) || !("error" in error.body) || !isJsonObject(error.body.error))
    return error;
  const { type, description, ...detail } = error.body.error;
  if (type !== "mutationError") return error;
  const told = String(description).replace("mutation(s)", "action(s)");
  return new LakeError(error.status, { error: { type: "actionError", description: told, ...detail } });
}

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

type ActionOf<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** One action of a request. */
class Step {
  readonly #transaction: Transaction;
  readonly #index: number;

  constructor(transaction: Transaction, index: number) {
    this.#transaction = transaction;
    this.#index = index;
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
    applyMutation(this.#transaction, mutation, this.#index);
  }
}

/** Returns a document's content under another id, with its time of creation. */
function bodyAs(id: string, { _rev, _updatedAt, ...body }: LakeDocument): DocumentBody {
  return { ...body, _id: id };
}

function create(step: Step, { publishedId, document, ifExists }: ActionOf<"create">): void {
  const draftId = document._id ?? "";
  if (ifExists === "ignore" && (step.get(publishedId) ?? step.get(draftId))) return;
  // A version of a release may exist beside the published document; a first draft may not.
  if (draftId.startsWith("drafts.")) step.absent(publishedId);
  step.run({ create: document });
}

/** The first edit of a published document creates its draft. */
function edit(step: Step, { draftId, publishedId, patch }: ActionOf<"edit">): void {
  if (!step.get(draftId)) step.run({ create: bodyAs(draftId, step.need(publishedId)) });
  step.run({ patch });
}

function publish(step: Step, action: ActionOf<"publish">): void {
  const { draftId, publishedId } = action;
  const draft = step.need(draftId);
  step.match(draftId, action.ifDraftRevisionId);
  step.match(publishedId, action.ifPublishedRevisionId);
  const published = step.get(publishedId);
  const body = strengthen(bodyAs(publishedId, draft));
  if (published) step.run({ createOrReplace: { ...body, _createdAt: published._createdAt } });
  else step.run({ create: body });
  step.run({ delete: { id: draftId } });
}

function unpublish(step: Step, { draftId, publishedId }: ActionOf<"unpublish">): void {
  const published = step.need(publishedId);
  if (!step.get(draftId)) step.run({ create: bodyAs(draftId, published) });
  step.run({ delete: { id: publishedId } });
}

function remove(step: Step, { publishedId, includeDrafts }: ActionOf<"delete">): void {
  const existing = [publishedId, ...includeDrafts].filter((id) => step.get(id));
  if (existing.length === 0) step.need(publishedId);
  for (const id of existing) step.run({ delete: { id } });
  step.left(publishedId, `drafts.${publishedId}`);
}

function discard(step: Step, { draftId }: ActionOf<"discard">): void {
  step.need(draftId);
  step.run({ delete: { id: draftId } });
}

function replace(step: Step, { draftId, publishedId, document }: ActionOf<"replace">): void {
  if (!step.get(draftId)) step.need(publishedId);
  step.run({ createOrReplace: document });
}

function copy(step: Step, { draftId, baseId, ifBaseRevisionId }: ActionOf<"copy">): void {
  const base = step.need(baseId);
  step.match(baseId, ifBaseRevisionId);
  if (publishedIdOf(baseId) !== publishedIdOf(draftId)) {
    const { _createdAt, ...body } = bodyAs(draftId, base);
    step.run({ create: body });
  } else step.run({ create: bodyAs(draftId, base) });
}

/**
 * Applies one action to a transaction's working set as mutations, which is what listeners get. `index` is its position in
 * the request.
 * @throws LakeError 400, 403, 404 or 409
 */
function applyAction(transaction: Transaction, action: Action, index: number): void {
  const step = new Step(transaction, index);
  switch (action.type) {
    case "create":
      return create(step, action);
    case "edit":
      return edit(step, action);
    case "publish":
      return publish(step, action);
    case "unpublish":
      return unpublish(step, action);
    case "delete":
      return remove(step, action);
    case "discard":
      return discard(step, action);
    case "replace":
      return replace(step, action);
    case "copy":
      return copy(step, action);
  }
}

/** Runs actions as one transaction; each sees the effects of those before it. Rejects with a LakeError. */
export type Act = (given: unknown, options: CommitOptions) => Promise<{ transactionId: string }>;

/** Creates `act`, which checks a list of actions and runs it. */
export const createAct =
  (transact: Transact): Act =>
  async (given, options) => {
    const actions = parseActions(given);
    try {
      const { transactionId } = await transact(options, (transaction) =>
        actions.forEach((action, index) => applyAction(transaction, action, index)),
      );
      return { transactionId };
    } catch (error) {
      throw asActionError(error);
    }
  };
