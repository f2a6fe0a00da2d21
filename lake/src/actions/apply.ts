import type { LakeDocument } from "../document.ts";
import { publishedIdOf } from "../document.ts";
import { applyMutation } from "../mutations/apply.ts";
import type { Transaction } from "../mutations/apply.ts";
import { conflicts } from "../mutations/conflicts.ts";
import type { DocumentBody, Mutation } from "../mutations/types.ts";
import { actionTarget } from "./errors.ts";
import { strengthen } from "./strengthen.ts";
import type { Action } from "./types.ts";

type ActionOf<Type extends Action["type"]> = Extract<Action, { type: Type }>;

/** One action at its place in the request. */
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

  /** @throws LakeError 409 when a revision is asked for and is not the document's */
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

/** A document's content under another id; the time of creation goes with it. */
function bodyAs(id: string, { _rev, _updatedAt, ...body }: LakeDocument): DocumentBody {
  return { ...body, _id: id };
}

function create(step: Step, { publishedId, document, ifExists }: ActionOf<"create">): void {
  const draftId = document._id ?? "";
  if (ifExists === "ignore" && (step.get(publishedId) ?? step.get(draftId))) return;
  // A version in a release is made beside a published document, a first draft only where there is none.
  if (draftId.startsWith("drafts.")) step.absent(publishedId);
  step.run({ create: document });
}

/** The first edit of a published document makes its draft. */
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
 * Carries out one action on a transaction's working set, as mutations: listeners hear of these, not of the action.
 * `index` is its place in the request.
 * @throws LakeError 400, 403, 404 or 409
 */
export function applyAction(transaction: Transaction, action: Action, index: number): void {
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
