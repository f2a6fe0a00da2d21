import { LaunchIcon } from "@sanity/icons/Launch";
import type { DocumentActionComponent } from "sanity";
import { detailPath } from "../../app/model/admin-paths.ts";
import { kindOfType } from "../../app/model/tables.ts";

/** Opens a submission in the site's dashboard, where it is worked on. */
export const openInDashboard: DocumentActionComponent = ({ id, type }) => {
  const kind = kindOfType(type);
  if (!kind) return null;
  return {
    label: "Open in the dashboard",
    icon: LaunchIcon,
    onHandle: () => void window.open(detailPath(kind, id), "_blank", "noopener"),
  };
};
