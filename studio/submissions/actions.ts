import { CheckmarkIcon } from "@sanity/icons/Checkmark";
import { CloseCircleIcon } from "@sanity/icons/CloseCircle";
import { DownloadIcon } from "@sanity/icons/Download";
import type { DocumentActionComponent } from "sanity";
import { statusOf, type AdminStatus } from "../../app/model/admin-status.ts";
import { submissionFile } from "../model/submission-file.ts";
import { useChangeStatus } from "./use-change-status.ts";

interface Step {
  to: AdminStatus;
  label: string;
  icon: typeof CheckmarkIcon;
  /** Statuses from which the action is enabled. */
  from: readonly AdminStatus[];
}

/** Returns an action that sets `adminStatus`; disabled when the submission is at or beyond that status. */
function statusAction({ to, label, icon, from }: Step): DocumentActionComponent {
  const useStatusAction: DocumentActionComponent = ({ published }) => {
    const changeStatus = useChangeStatus();
    const status = statusOf(published?.adminStatus);
    return {
      label,
      icon,
      disabled: !published || !from.includes(status),
      title: from.includes(status) ? undefined : `Already ${status}`,
      onHandle: () => void (published && changeStatus(published, to)),
    };
  };
  return useStatusAction;
}

export const markReviewed = statusAction({
  to: "reviewed",
  label: "Mark reviewed",
  icon: CheckmarkIcon,
  from: ["new"],
});

export const closeSubmission = statusAction({
  to: "closed",
  label: "Close",
  icon: CloseCircleIcon,
  from: ["new", "reviewed"],
});

/** How long a file stays readable for its download, in ms. */
const KEPT_MS = 60_000;

function save({ name, text }: { name: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Firefox and Safari read the file after the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Downloads a submission as JSON, named as in the admin pages (docs/specification.md, section 6). */
export const downloadJson: DocumentActionComponent = ({ published, draft }) => {
  const document = published ?? draft;
  return {
    label: "Download JSON",
    icon: DownloadIcon,
    disabled: !document,
    onHandle: () => document && save(submissionFile(document)),
  };
};
