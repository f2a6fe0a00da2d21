import { LakeError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import { publishedIdOf } from "../model/document.ts";
import type { Transaction } from "../mutations/apply.ts";
import type { CommitOptions } from "../model/mutation.ts";
import { parseActions } from "./parse.ts";
import type { Action } from "./parse.ts";
import { checkReleases } from "../mutations/check-releases.ts";
import { applyReleaseAction, stageUnpublish } from "./releases.ts";
import { applyVariantAction } from "./variants.ts";
import { Step, bodyAs, putPublished } from "./step.ts";
import type { Transact } from "../mutations/commit.ts";

/** Turns the error of a mutation into the error of the action that caused it. */
function asActionError(error: unknown): unknown {
  if (!(error instanceof LakeError) || !("error" in error.body) || !isJsonObject(error.body.error))
    return error;
  const { type, description, ...detail } = error.body.error;
  if (type !== "mutationError") return error;
  const ofAction = String(description).replace("mutation(s)", "action(s)");
  return new LakeError(error.status, { error: { type: "actionError", description: ofAction, ...detail } });
}

type ActionOf<Type extends Action["type"]> = Extract<Action, { type: Type }>;

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
  putPublished(step, publishedId, draft);
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
    case "stageUnpublish":
      return stageUnpublish(step, action);
    case "variant.create":
    case "variant.edit":
    case "variant.delete":
      return applyVariantAction(step, action);
    default:
      return applyReleaseAction(step, action);
  }
}

/** Runs actions as one transaction; each sees the effects of those before it. Rejects with a LakeError. */
export type Act = (given: unknown, options: CommitOptions) => Promise<{ transactionId: string }>;

/** Creates the function that runs checked actions as one transaction. Rejects with a LakeError. */
export const createRunActions =
  (transact: Transact) =>
  async (actions: readonly Action[], options: CommitOptions): Promise<{ transactionId: string }> => {
    try {
      const { transactionId } = await transact(options, function* (transaction) {
        for (const [index, action] of actions.entries()) {
          applyAction(transaction, action, index);
          yield;
        }
        checkReleases(transaction.documents, "actions");
      });
      return { transactionId };
    } catch (error) {
      throw asActionError(error);
    }
  };

/** Creates `act`, which checks a list of actions and runs it. */
export function createAct(transact: Transact): Act {
  const run = createRunActions(transact);
  return async (given, options) => run(parseActions(given), options);
}
