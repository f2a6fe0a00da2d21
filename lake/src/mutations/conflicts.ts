import { mutationConflict } from "../errors.ts";
import type { LakeError } from "../errors.ts";

/** 409s that name the stored data as the reason. `index` is the mutation's place in the request. */
export const conflicts = {
  exists: (index: number, id: string): LakeError =>
    mutationConflict({
      index,
      error: { type: "documentAlreadyExistsError", id, description: `Document by ID "${id}" already exists` },
    }),

  missing: (index: number, id: string): LakeError =>
    mutationConflict({
      index,
      error: {
        type: "documentNotFoundError",
        id,
        description: `The document with the ID "${id}" was not found`,
      },
    }),

  revision: (index: number, id: string, current: string, expected: string): LakeError =>
    mutationConflict({
      index,
      error: {
        type: "documentRevisionIDDoesNotMatchError",
        id,
        currentRevisionID: current,
        expectedRevisionID: expected,
        description: `The document "${id}" has revision ID "${current}", expected "${expected}"`,
      },
    }),

  dangling: (id: string, target: string): LakeError =>
    mutationConflict({
      index: 0,
      error: {
        type: "documentReferenceDoesNotExistError",
        id,
        referenceID: target,
        description: `Document "${id}" references non-existent document "${target}"`,
      },
    }),

  referenced: (id: string, referrers: string[]): LakeError =>
    mutationConflict({
      index: 0,
      error: {
        type: "documentHasExistingReferencesError",
        id,
        referencingIDs: referrers,
        description: `Document "${id}" cannot be deleted as there are references to it from "${referrers[0]}"`,
      },
    }),
};
