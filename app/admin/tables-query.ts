import { defineQuery } from "groq";
import { clientFields } from "../contracts/order/form-values.ts";
import { contactFields } from "../forms/contact/contact-message.ts";
import { subscriberFields } from "../forms/newsletter/subscription.ts";
import { questionnaireFields } from "../model/questionnaire-steps.ts";
import { searchText, type SubmissionField } from "../model/field.ts";

/*
 * The admin's tables. `…Newest` is the first page without a search and has to stay fast with ten thousand documents; `…Found`
 * searches, filters and sorts. Parameters: `$from`, `$to` (rows), `$search` (lower case substring; empty for all), `$id` (a
 * document that is found whatever its fields hold; empty for none), `$status`, `$payment` (empty for all), `$suspected` (true for
 * suspected submissions only), `$sort` (key of a column), `$descending`.
 */

/** The payment state. Contracts that were stored before it was have the one of their status. */
const PAYMENT = `coalesce(paymentState, select(
  defined(offer) && agreedToTerms != true => "unsigned",
  status == "pending" => "waiting",
  status == "error" => "failed",
  status == "completed" && payment.refundedAmount > 0 && payment.refundedAmount >= payment.amountDueToday => "refunded",
  status == "completed" => "paid",
  "due"
))`;

const STATUS = `coalesce(adminStatus, "new")`;

/** Not new. Unread are all but these: unlike a comparison of `STATUS`, both counts come from an index. */
const SEEN = `adminStatus in ["reviewed", "closed"]`;

const QUESTIONNAIRES = `_type == "clientQuestionnaire"`;
const CONTRACTS = `_type in ["contract", "adminContract"]`;
const MESSAGES = `_type == "contactSubmission"`;

interface FoundQuery {
  /** GROQ condition on the type. */
  type: string;
  fields: readonly SubmissionField[];
  /** Projection of a row. */
  row: string;
  /** GROQ expression: the value to sort by. */
  sortKey: string;
  hasStatus?: boolean;
  hasPayment?: boolean;
  /** GROQ condition: whether a submission is suspected. */
  suspected?: string;
}

interface FoundQueries {
  /** Searches, filters and sorts. */
  found: string;
  /** The next `$size` whole documents after the id `$after` of those that a search and filters find, for streamed exports. */
  exported: string;
}

/**
 * Returns the queries that search and filter. GROQ has no "contains": a text that splits at the search words has
 * them. One query sorts in both directions: the sort key of the other direction is null for every document. Typegen cannot
 * read a composed query; its rows have the type of the `...Newest` query.
 */
function foundQueries({
  type,
  fields,
  row,
  sortKey,
  hasStatus = true,
  hasPayment = false,
  suspected = "defined(suspected)",
}: FoundQuery): FoundQueries {
  const status = hasStatus ? `&& ($status == "" || ${STATUS} == $status)` : "";
  const payment = hasPayment ? `&& ($payment == "" || ${PAYMENT} == $payment)` : "";
  const condition = `${type} && (!$suspected || ${suspected}) ${status} ${payment} && ($search == "" || _id == $id || count(string::split(${searchText(fields)}, $search)) > 1)`;
  return {
    found: `{
  "total": count(*[${condition}]),
  "unread": ${hasStatus ? `count(*[${type}]) - count(*[${type} && ${SEEN}])` : 0},
  "rows": *[${condition}] | order(select(!$descending => ${sortKey}) asc, select($descending => ${sortKey}) desc, _id asc)[$from...$to]${row}
}`,
    exported: `*[_id > $after && ${condition}] | order(_id asc)[0...$size]`,
  };
}

const questionnaireRow = `{
  _id,
  _rev,
  "name": coalesce(contactInfo.name, ""),
  "email": coalesce(contactInfo.email, ""),
  "phone": coalesce(contactInfo.phone, ""),
  "projectType": coalesce(select(projectDetails.projectType != "" => projectDetails.projectType), projectType, ""),
  "status": ${STATUS},
  "date": coalesce(submitted_at, _createdAt),
  "suspected": defined(suspected)
}`;
const questionnaireKey = `select(
  $sort == "name" => lower(contactInfo.name), $sort == "email" => lower(contactInfo.email),
  $sort == "phone" => contactInfo.phone, $sort == "projectType" => lower(projectType),
  $sort == "status" => ${STATUS}, submitted_at
)`;

export const questionnairesNewestQuery = defineQuery(`{
  "total": count(*[${QUESTIONNAIRES}]),
  "unread": count(*[${QUESTIONNAIRES}]) - count(*[${QUESTIONNAIRES} && ${SEEN}]),
  "rows": *[${QUESTIONNAIRES}] | order(submitted_at desc, _id asc)[$from...$to]${questionnaireRow}
}`);
export const questionnairesFoundQueries = foundQueries({
  type: QUESTIONNAIRES,
  fields: questionnaireFields,
  row: questionnaireRow,
  sortKey: questionnaireKey,
});

/** No program pays. */
const UNPAID_SUSPECT = `defined(suspected) && status != "completed"`;

const contractRow = `{
  _id,
  _rev,
  "name": coalesce(contactInfo.firstName, "") + " " + coalesce(contactInfo.lastName, ""),
  "email": coalesce(contactInfo.email, ""),
  "total": coalesce(total, 0),
  "payment": ${PAYMENT},
  "status": ${STATUS},
  "date": coalesce(submittedAt, _createdAt),
  "suspected": ${UNPAID_SUSPECT}
}`;
const contractKey = `select(
  $sort == "name" => lower(contactInfo.firstName + " " + contactInfo.lastName), $sort == "email" => lower(contactInfo.email),
  $sort == "total" => total, $sort == "payment" => ${PAYMENT}, $sort == "status" => ${STATUS}, submittedAt
)`;

export const contractsNewestQuery = defineQuery(`{
  "total": count(*[${CONTRACTS}]),
  "unread": count(*[${CONTRACTS}]) - count(*[${CONTRACTS} && ${SEEN}]),
  "rows": *[${CONTRACTS}] | order(submittedAt desc, _id asc)[$from...$to]${contractRow}
}`);
export const contractsFoundQueries = foundQueries({
  type: CONTRACTS,
  fields: clientFields.map((field) => ({ ...field, name: `contactInfo.${field.name}` })),
  row: contractRow,
  sortKey: contractKey,
  hasPayment: true,
  suspected: UNPAID_SUSPECT,
});

const messageRow = `{
  _id,
  _rev,
  "name": coalesce(name, ""),
  "email": coalesce(email, ""),
  "phone": coalesce(phone, ""),
  "service": coalesce(service, "") + select(serviceLeft => " (not chosen)", ""),
  "status": ${STATUS},
  "date": coalesce(submitted_at, _createdAt),
  "suspected": defined(suspected)
}`;
const messageKey = `select(
  $sort == "name" => lower(name), $sort == "email" => lower(email), $sort == "phone" => phone,
  $sort == "service" => lower(service), $sort == "status" => ${STATUS}, submitted_at
)`;

export const messagesNewestQuery = defineQuery(`{
  "total": count(*[${MESSAGES}]),
  "unread": count(*[${MESSAGES}]) - count(*[${MESSAGES} && ${SEEN}]),
  "rows": *[${MESSAGES}] | order(submitted_at desc, _id asc)[$from...$to]${messageRow}
}`);
export const messagesFoundQueries = foundQueries({
  type: MESSAGES,
  fields: contactFields,
  row: messageRow,
  sortKey: messageKey,
});

const subscriberRow = `{
  _id, "email": coalesce(email, ""), "source": coalesce(source, ""), "date": coalesce(subscribed_at, _createdAt), "suspected": defined(suspected)
}`;
const subscriberKey = `select($sort == "email" => lower(email), $sort == "source" => lower(source), subscribed_at)`;

export const subscribersNewestQuery = defineQuery(`{
  "total": count(*[_type == "newsletterSubscriber"]),
  "unread": 0,
  "rows": *[_type == "newsletterSubscriber"] | order(subscribed_at desc, _id asc)[$from...$to]${subscriberRow}
}`);
export const subscribersFoundQueries = foundQueries({
  type: `_type == "newsletterSubscriber"`,
  fields: subscriberFields,
  row: subscriberRow,
  sortKey: subscriberKey,
  hasStatus: false,
});

/** The ids of the documents of `$types`, to find one by its reference number. */
export const idsQuery = defineQuery(`*[_type in $types]._id`);
