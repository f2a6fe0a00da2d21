import type { DocumentBody, PatchMutation } from "../mutations/types.ts";

/**
 * What an editor does to a document and its draft (lake.md d). `draftId` may be the id of any version; it belongs to
 * `publishedId`, which was checked.
 */
export type Action =
  | { type: "create"; publishedId: string; document: DocumentBody; ifExists: "fail" | "ignore" }
  | { type: "edit"; draftId: string; publishedId: string; patch: PatchMutation }
  | {
      type: "publish";
      draftId: string;
      publishedId: string;
      ifDraftRevisionId: string | undefined;
      ifPublishedRevisionId: string | undefined;
    }
  | { type: "unpublish"; draftId: string; publishedId: string }
  | { type: "delete"; publishedId: string; includeDrafts: readonly string[] }
  | { type: "discard"; draftId: string }
  | { type: "replace"; draftId: string; publishedId: string; document: DocumentBody }
  | { type: "copy"; draftId: string; baseId: string; ifBaseRevisionId: string | undefined };
