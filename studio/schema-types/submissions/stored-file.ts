import { DocumentIcon } from "@sanity/icons/Document";
import { defineType } from "sanity";
import { FileInput } from "../../submissions/file-input.tsx";
import { readOnlyNumber, readOnlyObject, readOnlyString, readOnlyTime } from "./fields.ts";

/** The metadata of docs/specification.md, section 3, of a file that a questionnaire has. The bytes are on the site, for admins only. */
export const storedFile = defineType({
  name: "storedFile",
  title: "Stored file",
  icon: DocumentIcon,
  type: "document",
  liveEdit: true,
  fields: [
    { ...readOnlyString("url"), title: "File", components: { input: FileInput } },
    { ...readOnlyString("subject"), title: "Submission" },
    readOnlyObject("customMetadata", ["fileName", "sha256"].map(readOnlyString)),
    readOnlyString("contentType"),
    readOnlyNumber("size", "In bytes."),
    readOnlyTime("timeCreated"),
    readOnlyTime("updated"),
    ...[
      "bucket",
      "fullPath",
      "name",
      "generation",
      "metageneration",
      "md5Hash",
      "cacheControl",
      "contentDisposition",
      "contentEncoding",
      "contentLanguage",
    ].map(readOnlyString),
  ],
  preview: { select: { title: "customMetadata.fileName", subtitle: "contentType" } },
});
