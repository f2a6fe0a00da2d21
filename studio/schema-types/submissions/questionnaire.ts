import { ClipboardIcon } from "@sanity/icons/Clipboard";
import { defineArrayMember, defineField, defineType } from "sanity";
import { submissionLine } from "../../model/submission-line.ts";
import { adminFields, readOnlyObject, readOnlyString, readOnlyText, readOnlyTime } from "./fields.ts";

const strings = (...names: string[]) => names.map(readOnlyString);
const texts = (...names: string[]) => names.map(readOnlyText);

const attachment = defineArrayMember({
  type: "object",
  name: "attachment",
  fields: strings("name", "url", "type"),
  preview: { select: { title: "name", subtitle: "type" } },
});

/** Specification 3, in the groups of the five steps. */
export const clientQuestionnaire = defineType({
  name: "clientQuestionnaire",
  title: "Questionnaire",
  icon: ClipboardIcon,
  type: "document",
  liveEdit: true,
  groups: [
    { name: "admin", title: "Review", default: true },
    { name: "home", title: "1. Home" },
    { name: "about", title: "2. About" },
    { name: "services", title: "3. Services" },
    { name: "contact", title: "4. Contact and design" },
    { name: "additional", title: "5. Additional" },
  ],
  fields: [
    ...adminFields.map((field) => ({ ...field, group: "admin" })),
    readOnlyObject("contactInfo", strings("name", "email", "phone", "preferredContact"), "admin"),
    { ...readOnlyTime("submitted_at"), group: "admin" },
    ...["projectType", "projectDescription", "timeline"].map((name) => ({
      ...readOnlyString(name),
      group: "admin",
    })),
    readOnlyObject(
      "homePage",
      texts("mainHeadline", "subHeadline", "keyFeatures", "callToAction", "heroImagePreference"),
      "home",
    ),
    readOnlyObject(
      "aboutPage",
      [
        ...texts("companyStory", "missionStatement"),
        ...strings("teamSection"),
        ...texts("teamMembers", "achievements"),
      ],
      "about",
    ),
    readOnlyObject(
      "servicesPage",
      [
        ...texts("servicesList"),
        ...strings("servicePricing"),
        ...texts("serviceDetails", "processDescription", "serviceImages"),
      ],
      "services",
    ),
    readOnlyObject(
      "contactPage",
      [
        defineField({
          name: "contactFormFields",
          type: "array",
          readOnly: true,
          of: [defineArrayMember({ type: "string" })],
        }),
        ...texts("businessHours", "locationInfo", "socialMediaLinks"),
        ...strings("mapPreference", "streetAddress", "suite", "city", "state", "zipCode", "displayAddress"),
      ],
      "contact",
    ),
    readOnlyObject(
      "design",
      texts("colorPreferences", "websiteExamples", "existingLogo", "brandAssets"),
      "contact",
    ),
    readOnlyObject(
      "additionalInfo",
      [
        ...texts("targetAudience", "competitors", "uniqueSellingPoints", "brandPersonality", "projectGoals"),
        ...strings("contentStatus"),
        ...texts("existingMaterials", "specialFeatures", "additionalNotes"),
        defineField({ name: "attachments", type: "array", readOnly: true, of: [attachment] }),
      ],
      "additional",
    ),
  ],
  preview: {
    select: { name: "contactInfo.name", email: "contactInfo.email", date: "submitted_at" },
    prepare: ({ name, email, date }) => submissionLine(name, email, date),
  },
});
