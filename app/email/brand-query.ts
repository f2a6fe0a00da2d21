import { defineQuery } from "groq";
import { paymentFragment } from "../content/fragments.ts";

export const emailBrandQuery = defineQuery(`*[_type == "siteSettings" && _id == "siteSettings"][0]{
  companyName, legalName, phone, ${paymentFragment},
  address{ street, suite, city, state, zipCode },
  emails{ senderName, accentColor },
  "texts": *[_type == "emailTexts" && _id == "emailTexts"][0],
  "lookAccent": *[_type == "look" && _id == "look"][0].accentColor
}`);
