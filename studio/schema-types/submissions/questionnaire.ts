import { ClipboardIcon } from "@sanity/icons/Clipboard";
import { defineArrayMember, defineField } from "sanity";
import { fieldsOf, type QuestionnaireGroup } from "../../../app/model/questionnaire-steps.ts";
import { FileLinks } from "../../submissions/file-links.tsx";
import { inGroup } from "../fields.ts";
import {
  defineSubmission,
  readOnlyFields,
  readOnlyObject,
  readOnlyString,
  readOnlyTime,
  adminFields,
} from "./fields.ts";

const attachment = defineArrayMember({
  type: "object",
  name: "attachment",
  fields: ["name", "url", "type"].map(readOnlyString),
  preview: { select: { title: "name", subtitle: "type" } },
});

const answers = (name: QuestionnaireGroup, group: string) =>
  readOnlyObject(name, readOnlyFields(fieldsOf(name), name), group);

/** The fields of docs/specification.md, section 3, grouped by the five steps. */
export const clientQuestionnaire = defineSubmission({
  name: "clientQuestionnaire",
  title: "Questionnaire",
  icon: ClipboardIcon,
  groups: [
    { name: "sent", title: "Contact and project", default: true },
    { name: "home", title: "1. Home" },
    { name: "about", title: "2. About" },
    { name: "services", title: "3. Services" },
    { name: "contact", title: "4. Contact and design" },
    { name: "additional", title: "5. Additional" },
  ],
  fields: [
    ...inGroup("sent", adminFields),
    readOnlyObject("contactInfo", readOnlyFields(fieldsOf("contactInfo"), "contactInfo"), "sent"),
    ...inGroup("sent", [readOnlyTime("submitted_at"), ...readOnlyFields(fieldsOf(""))]),
    answers("homePage", "home"),
    answers("aboutPage", "about"),
    answers("servicesPage", "services"),
    answers("contactPage", "contact"),
    answers("design", "contact"),
    readOnlyObject(
      "additionalInfo",
      [
        ...readOnlyFields(fieldsOf("additionalInfo"), "additionalInfo"),
        defineField({
          name: "attachments",
          type: "array",
          readOnly: true,
          of: [attachment],
          components: { input: FileLinks },
        }),
      ],
      "additional",
    ),
  ],
  shown: {
    name: "contactInfo.name",
    email: "contactInfo.email",
    date: "submitted_at",
    adminStatus: "adminStatus",
  },
});
