import { defineQuery } from "groq";

/** The status changes of a submission, newest first. `$id` is the whole document id. */
const history = `"history": *[_type == "statusChange" && subject == $id] | order(at desc){ _id, from, to, by, at }`;

export const questionnaireDetailQuery = defineQuery(`{
  "document": *[_id == $id && _type == "clientQuestionnaire"][0],
  ${history}
}`);

export const contractDetailQuery = defineQuery(`{
  "document": *[_id == $id && _type in ["contract", "adminContract"]][0],
  "catalogue": *[_type == "orderService"] | order(order asc){ serviceId, title, priceCents, kind },
  ${history}
}`);

export const messageDetailQuery = defineQuery(`{
  "document": *[_id == $id && _type == "contactSubmission"][0],
  ${history}
}`);

export const subscriberDetailQuery = defineQuery(`{
  "document": *[_id == $id && _type == "newsletterSubscriber"][0],
  ${history}
}`);
