import { DownloadIcon } from "@sanity/icons/Download";
import type { DocumentActionComponent } from "sanity";
import { submissionFile } from "../model/submission-file.ts";

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
