import { LakeError } from "../errors.ts";
import type { MutationErrorItem } from "../errors.ts";
import { isJsonObject } from "../mutations/json.ts";

function actionError(status: number, item: MutationErrorItem): LakeError {
  const description = `The action(s) failed: ${item.error.description}`;
  return new LakeError(status, { error: { type: "actionError", description, items: [item] } });
}

/** What is wrong with the documents an action is about. `index` is the action's place in the request. */
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

/** The same refusal as the mutation that an action came to, in the form in which actions answer. */
export function asActionError(error: unknown): unknown {
  if (!(error instanceof LakeError) || !("error" in error.body) || !isJsonObject(error.body.error))
    return error;
  const { type, description, ...detail } = error.body.error;
  if (type !== "mutationError") return error;
  const told = String(description).replace("mutation(s)", "action(s)");
  return new LakeError(error.status, { error: { type: "actionError", description: told, ...detail } });
}
