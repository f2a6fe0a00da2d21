import type { Transact } from "../mutations/commit.ts";
import type { CommitOptions } from "../mutations/types.ts";
import { applyAction } from "./apply.ts";
import { asActionError } from "./errors.ts";
import { parseActions } from "./parse.ts";

/** Runs actions as one transaction, each on what the ones before left. Throws LakeError. */
export type Act = (given: unknown, options: CommitOptions) => Promise<{ transactionId: string }>;

/** Makes the way in for actions of whatever origin. */
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
