import type { DuplicateDocumentActionComponent } from "sanity";

/**
 * Returns Sanity's action "Duplicate" with a rank for the copy, after its original. Documents of equal rank have no order, and nothing
 * can be dragged between them. The rank ends with part of the copy's id, so that no two copies have the same.
 */
export function ranked(duplicate: DuplicateDocumentActionComponent): DuplicateDocumentActionComponent {
  const action: DuplicateDocumentActionComponent = (props) =>
    duplicate({
      ...props,
      mapDocument: (document) => {
        const copy = props.mapDocument?.(document) ?? document;
        return typeof copy["orderRank"] === "string"
          ? { ...copy, orderRank: `${copy["orderRank"]}1${copy._id.slice(-8)}` }
          : copy;
      },
    });
  action.action = "duplicate";
  return action;
}
