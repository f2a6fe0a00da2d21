import { LakeError, validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { CommitOptions } from "../model/mutation.ts";
import { checkReleases } from "../mutations/check-releases.ts";
import type { Transact } from "../mutations/commit.ts";
import { checkPurge } from "../mutations/parse.ts";
import { DOCUMENT_ACTIONS } from "./documents.ts";
import { RELEASE_ACTIONS } from "./releases.ts";
import { Step } from "./step.ts";
import type { Action } from "./step.ts";
import { VARIANT_ACTIONS } from "./variants.ts";

const ACTIONS = { ...DOCUMENT_ACTIONS, ...VARIANT_ACTIONS, ...RELEASE_ACTIONS };
const PREFIX = "sanity.action.";
const MAX_ACTIONS = 1000;

function parseAction(value: unknown): Action {
  const actionType = isJsonObject(value) ? value["actionType"] : undefined;
  if (!isJsonObject(value) || typeof actionType !== "string")
    throw validationError("An action is an object with an actionType");
  const name = actionType.startsWith(PREFIX) ? actionType.slice(PREFIX.length) : "";
  const parse = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!parse)
    throw validationError(
      `This content lake does not know the action "${actionType.slice(0, 200)}"; it has no variants of documents`,
    );
  checkPurge(value);
  return parse(value);
}

/** Checks the shape of a list of actions. @throws LakeError 400 that says what is wrong */
function parseActions(value: unknown): Action[] {
  if (!Array.isArray(value) || value.length === 0)
    throw validationError("actions must be an array with at least one action");
  if (value.length > MAX_ACTIONS) throw validationError(`At most ${MAX_ACTIONS} actions in one transaction`);
  return value.map(parseAction);
}

/** Turns the error of a mutation into the error of the action that caused it. */
function asActionError(error: unknown): unknown {
  if (!(error instanceof LakeError) || !("error" in error.body) || !isJsonObject(error.body.error))
    return error;
  const { type, description, ...detail } = error.body.error;
  if (type !== "mutationError") return error;
  const ofAction = String(description).replace("mutation(s)", "action(s)");
  return new LakeError(error.status, { error: { type: "actionError", description: ofAction, ...detail } });
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
          action(new Step(transaction, index));
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
