import { defineType } from "sanity";
import { readOnlyString, readOnlyTime } from "./fields.ts";

/** Who set the status of a submission, and when. Written in the same transaction as the change. */
export const statusChange = defineType({
  name: "statusChange",
  title: "Status change",
  type: "document",
  liveEdit: true,
  fields: [...["subject", "from", "to", "by"].map(readOnlyString), readOnlyTime("at")],
  preview: { select: { title: "to", subtitle: "by" } },
});
