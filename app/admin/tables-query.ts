import { defineQuery } from "groq";

/*
 * The admin's tables. `…Newest` is the first thing an admin sees and has to stay quick over ten thousand documents; `…Found`
 * searches, filters and sorts. Parameters: `$from`, `$to` (rows), `$search` (lower case, anywhere in the words; empty for
 * all), `$status` (empty for all), `$suspected` (true: only what was probably sent by a program), `$sort` (a column's key),
 * `$descending`.
 */

/*
 * GROQ has no "contains": what splits at the wanted words has them. One query sorts in both directions: the key that is not
 * wanted is null for every document.
 */
const isWanted = `(!$suspected || defined(suspected))`;
const hasStatus = `${isWanted} && ($status == "" || coalesce(adminStatus, "new") == $status)`;

const questionnaireRow = `{
  _id,
  "name": coalesce(contactInfo.name, ""),
  "email": coalesce(contactInfo.email, ""),
  "phone": coalesce(contactInfo.phone, ""),
  "projectType": coalesce(select(projectDetails.projectType != "" => projectDetails.projectType), projectType, ""),
  "date": coalesce(submitted_at, _createdAt),
  "suspected": defined(suspected)
}`;
const questionnaires = `*[_type == "clientQuestionnaire" && ${hasStatus} && ($search == "" || count(string::split(lower(
  coalesce(contactInfo.name, "") + " " + coalesce(contactInfo.email, "") + " " + coalesce(contactInfo.phone, "") + " " + coalesce(projectType, "")
), $search)) > 1)]`;
const questionnaireKey = `select(
  $sort == "name" => lower(contactInfo.name), $sort == "email" => lower(contactInfo.email),
  $sort == "phone" => contactInfo.phone, $sort == "projectType" => lower(projectType), submitted_at
)`;

export const questionnairesNewestQuery = defineQuery(`{
  "total": count(*[_type == "clientQuestionnaire"]),
  "rows": *[_type == "clientQuestionnaire"] | order(submitted_at desc, _id asc)[$from...$to]${questionnaireRow}
}`);
export const questionnairesFoundQuery = defineQuery(`{
  "total": count(${questionnaires}),
  "rows": ${questionnaires} | order(select(!$descending => ${questionnaireKey}) asc, select($descending => ${questionnaireKey}) desc, _id asc)[$from...$to]${questionnaireRow}
}`);

const contractRow = `{
  _id,
  "name": coalesce(contactInfo.firstName, "") + " " + coalesce(contactInfo.lastName, ""),
  "email": coalesce(contactInfo.email, ""),
  "total": coalesce(total, 0),
  "status": coalesce(adminStatus, "new"),
  "date": coalesce(submittedAt, _createdAt),
  "suspected": defined(suspected)
}`;
const contracts = `*[_type in ["contract", "adminContract"] && ${hasStatus} && ($search == "" || count(string::split(lower(
  coalesce(contactInfo.firstName, "") + " " + coalesce(contactInfo.lastName, "") + " " + coalesce(contactInfo.email, "") + " " + coalesce(contactInfo.companyName, "")
), $search)) > 1)]`;
const contractKey = `select(
  $sort == "name" => lower(contactInfo.firstName + " " + contactInfo.lastName), $sort == "email" => lower(contactInfo.email),
  $sort == "total" => total, $sort == "status" => coalesce(adminStatus, "new"), submittedAt
)`;

export const contractsNewestQuery = defineQuery(`{
  "total": count(*[_type in ["contract", "adminContract"]]),
  "rows": *[_type in ["contract", "adminContract"]] | order(submittedAt desc, _id asc)[$from...$to]${contractRow}
}`);
export const contractsFoundQuery = defineQuery(`{
  "total": count(${contracts}),
  "rows": ${contracts} | order(select(!$descending => ${contractKey}) asc, select($descending => ${contractKey}) desc, _id asc)[$from...$to]${contractRow}
}`);

const messageRow = `{
  _id,
  "name": coalesce(name, ""),
  "email": coalesce(email, ""),
  "phone": coalesce(phone, ""),
  "service": coalesce(service, ""),
  "status": coalesce(adminStatus, "new"),
  "date": coalesce(submitted_at, _createdAt),
  "suspected": defined(suspected)
}`;
const messages = `*[_type == "contactSubmission" && ${hasStatus} && ($search == "" || count(string::split(lower(
  coalesce(name, "") + " " + coalesce(email, "") + " " + coalesce(phone, "") + " " + coalesce(service, "") + " " + coalesce(message, "")
), $search)) > 1)]`;
const messageKey = `select(
  $sort == "name" => lower(name), $sort == "email" => lower(email), $sort == "phone" => phone,
  $sort == "service" => lower(service), $sort == "status" => coalesce(adminStatus, "new"), submitted_at
)`;

export const messagesNewestQuery = defineQuery(`{
  "total": count(*[_type == "contactSubmission"]),
  "rows": *[_type == "contactSubmission"] | order(submitted_at desc, _id asc)[$from...$to]${messageRow}
}`);
export const messagesFoundQuery = defineQuery(`{
  "total": count(${messages}),
  "rows": ${messages} | order(select(!$descending => ${messageKey}) asc, select($descending => ${messageKey}) desc, _id asc)[$from...$to]${messageRow}
}`);

const subscriberRow = `{
  _id, "email": coalesce(email, ""), "source": coalesce(source, ""), "date": coalesce(subscribed_at, _createdAt), "suspected": defined(suspected)
}`;
const subscribers = `*[_type == "newsletterSubscriber" && ${isWanted} && ($search == "" || count(string::split(lower(
  coalesce(email, "")
), $search)) > 1)]`;
const subscriberKey = `select($sort == "email" => lower(email), $sort == "source" => lower(source), subscribed_at)`;

export const subscribersNewestQuery = defineQuery(`{
  "total": count(*[_type == "newsletterSubscriber"]),
  "rows": *[_type == "newsletterSubscriber"] | order(subscribed_at desc, _id asc)[$from...$to]${subscriberRow}
}`);
export const subscribersFoundQuery = defineQuery(`{
  "total": count(${subscribers}),
  "rows": ${subscribers} | order(select(!$descending => ${subscriberKey}) asc, select($descending => ${subscriberKey}) desc, _id asc)[$from...$to]${subscriberRow}
}`);

/** The next `$size` whole documents of `$types` after the id `$after`, for exports that are streamed. */
export const exportQuery = defineQuery(`*[_type in $types && _id > $after] | order(_id asc)[0...$size]`);
