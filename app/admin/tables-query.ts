import { contactFields, MAX_QUESTIONS } from "../model/contact.ts";
import { RUNNING_STATUSES } from "../model/contracts/cancellation.ts";
import { clientFields } from "../model/contracts/client-fields.ts";
import { HOLD_EVENTS, MONEY_EVENTS } from "../model/contracts/hold.ts";
import { UNCHANGED } from "../model/demo.ts";
import { searchText, type SubmissionField } from "../model/field.ts";
import { subscriberFields } from "../model/newsletter.ts";
import { questionnaireFields } from "../model/questionnaire-steps.ts";
import { SPAM_REASON_TEXTS } from "../model/spam.ts";
import { TABLE_KINDS, TABLES, type TableKind } from "../model/tables.ts";
import { NEED_NAMES, NEEDS, REVIEWED_KINDS, type Need } from "./needs.ts";

/** GROQ of a column: the value that is shown, and what it is sorted by. */
interface Expression {
  shown: string;
  sort: string;
}

const text = (path: string): Expression => ({ shown: `coalesce(${path}, "")`, sort: `lower(${path})` });
const asIs = (expression: string): Expression => ({ shown: expression, sort: expression });

/** The payment state; an offer has none until it is signed. */
const PAYMENT = `coalesce(paymentState, "unsigned")`;

const PARTLY_REFUNDED = `payment.refundedAmount > 0 && payment.refundedAmount < coalesce(payment.receivedAmount, payment.amountDueToday)`;
/** As `holdOf`. */
const HOLDS = `history[kind in ${JSON.stringify(HOLD_EVENTS)}]`;
const LAST_HOLD = `${HOLDS}[-1].kind`;
const MONEY = `history[kind in ${JSON.stringify(MONEY_EVENTS)}]`;
const ENDING = `defined(cancellation.endsOn) && coalesce(cancellation.endedAt, "") == ""`;

const HELD = `!defined(cancellation.requestedAt) && (${LAST_HOLD} == "invoices-paused"
  || (${LAST_HOLD} == "unpaid-asked" && coalesce(${MONEY}[-1].at, "") < ${HOLDS}[-1].at))`;

const STATUS = `coalesce(adminStatus, "new")`;

/** Not new. Unread are all but these: unlike a comparison of `STATUS`, both counts come from an index. */
const SEEN = `adminStatus in ["reviewed", "closed"]`;

const NEW = `${STATUS} == "new"`;
const SUSPECTED = "defined(suspected)";
/** No program pays. */
const SUSPECTED_CONTRACT = `${SUSPECTED} && status != "completed"`;
const UNSIGNED = "defined(offer) && agreedToTerms != true";
const RUNNING = JSON.stringify(RUNNING_STATUSES);

/** Which documents of its table wait for an admin. What has failed for good, or was cancelled by its client, waits until it is closed. */
const NEEDED: Readonly<Record<Need, string>> = {
  declined: `${PAYMENT} == "failed" && !(${SUSPECTED_CONTRACT})
    && (${STATUS} != "closed" || subscription.status in ${RUNNING})`,
  overdue: `${PAYMENT} == "overdue"`,
  own: `payment.paymentMethod == "invoice" && ${PAYMENT} == "due" && count(history[kind == "own-invoice"]) > 0
    && count(coalesce(invoices, [])[kind == "invoice" && status == "open"]) == 0`,
  held: HELD,
  cancellations: `cancellation.by == "client" && ${STATUS} != "closed"`,
  orders: `${NEW} && !(${SUSPECTED_CONTRACT}) && !(${UNSIGNED})`,
  questionnaires: `${NEW} && !${SUSPECTED}`,
  messages: `${NEW} && !${SUSPECTED}`,
};

interface Source {
  fields: readonly SubmissionField[];
  /** The path above name, email and phone, with its dot. */
  person?: string;
  /** The columns that are more than a text under their own name. */
  columns?: Readonly<Record<string, Expression>>;
  /** GROQ condition: whether a submission is suspected. */
  suspected?: string;
  /** GROQ condition: whether a new row waits for the client, and so does not count as new. */
  waits?: string;
  /** GROQ of what a row has beside its columns. */
  extra?: string;
  /** GROQ of values that a search compares besides the fields (`Searched`). */
  searched?: string;
  /** Projection of what an export reads; whole documents without one. */
  exported?: string;
}

/** Answers to the owner's own questions, which a message has as a list. */
const ANSWERS = Array.from({ length: MAX_QUESTIONS }, (_, index): SubmissionField => ({
  name: `answers[${index}].answer`,
  label: "",
  kind: "line",
  isSearched: true,
}));

const SOURCES: Readonly<Record<TableKind, Source>> = {
  questionnaires: {
    fields: questionnaireFields,
    person: "contactInfo.",
    columns: {
      projectType: {
        shown: `coalesce(select(projectDetails.projectType != "" => projectDetails.projectType), projectType, "")`,
        sort: "lower(projectType)",
      },
    },
  },
  contracts: {
    fields: clientFields.map((field) => ({ ...field, name: `contactInfo.${field.name}` })),
    person: "contactInfo.",
    columns: {
      name: {
        shown: `coalesce(contactInfo.firstName, "") + " " + coalesce(contactInfo.lastName, "")`,
        sort: `lower(contactInfo.firstName + " " + contactInfo.lastName)`,
      },
      total: { shown: "coalesce(total, 0)", sort: "total" },
      payment: asIs(PAYMENT),
    },
    suspected: SUSPECTED_CONTRACT,
    waits: `agreedToTerms == false && ${UNSIGNED}`,
    extra: `"marked": { payment, cancellation, "overdue": select(${PAYMENT} == "overdue" => invoices[kind == "invoice" && status == "open"]),
      "history": coalesce(history[kind in ${JSON.stringify([...HOLD_EVENTS, ...MONEY_EVENTS])}], []) }`,
    searched: `"numbers": invoices[].number,
      "amounts": [[total, payment.amountDueToday], invoices[].totalCents, history[].amountCents]`,
    // A third of what the whole costs, whose longest part is the drawn signature.
    exported: `{ _id, contactInfo, services, lines, customServices, couponCode, total, payment, invoices, history, cancellation, status,
      adminStatus, submittedAt, suspected, offer, agreedToTerms }`,
  },
  messages: {
    fields: [...contactFields, ...ANSWERS],
    columns: {
      service: {
        shown: `coalesce(service, "") + select(serviceLeft => " (not chosen)", "")`,
        sort: "lower(service)",
      },
    },
  },
  subscribers: { fields: subscriberFields },
};

const PERSONAL = new Set(["name", "email", "phone"]);

function columnsOf(kind: TableKind): [key: string, expression: Expression][] {
  const { person = "", columns = {} } = SOURCES[kind];
  const { date } = TABLES[kind];
  const own: Readonly<Record<string, Expression>> = {
    status: asIs(STATUS),
    date: { shown: `coalesce(${date}, _createdAt)`, sort: date },
    ...columns,
  };
  return TABLES[kind].columns.map(({ key }) => [
    key,
    own[key] ?? text(`${PERSONAL.has(key) ? person : ""}${key}`),
  ]);
}

function typeOf(kind: TableKind): string {
  const { types } = TABLES[kind];
  return types.length === 1 ? `_type == "${types[0]}"` : `_type in ${JSON.stringify(types)}`;
}

interface TableQueries {
  /** The first page without a search, newest first. Has to stay fast with ten thousand documents. */
  newest: string;
  /** Rows by `$ids`. */
  rows: string;
  /** The documents of an export: the next ones after an id (`readTypes`), or those of `$ids`. */
  exported: string;
  exportedIds: string;
  /**
   * What documents are found and sorted by (`findIds`), as `readTypes` asks. Parameters: `$search` (empty for all), `$status`,
   * `$payment` (empty for all), `$suspected` (true for suspected submissions only), `$needs` (empty for all), `$sort` (key of a column).
   */
  compared: string;
}

/** Returns the queries of a table. Those of a page have the parameters `$from` and `$to` (rows) or `$ids`. */
function queriesOf(kind: TableKind): TableQueries {
  const { hasStatus, hasPayment, date } = TABLES[kind];
  const { fields, person = "", suspected = SUSPECTED, extra, searched, exported = "" } = SOURCES[kind];
  const columns = columnsOf(kind);
  const type = typeOf(kind);
  const needs = NEED_NAMES.filter((need) => NEEDS[need].table === kind);
  const shown = columns.map(([key, expression]) => `"${key}": ${expression.shown}`);
  const row = `{ _id, _rev, ${[...shown, ...(extra ? [extra] : [])].join(", ")}, "suspected": ${suspected} }`;
  const sorts = columns.map(([key, { sort }]) => `$sort == "${key}" => ${sort}`);
  const isWanted = [
    `(!$suspected || ${suspected})`,
    ...(hasStatus ? [`($status == "" || ${STATUS} == $status)`] : []),
    ...(hasPayment
      ? [
          `($payment == "" || ${PAYMENT} == $payment || ($payment == "partly-refunded" && ${PARTLY_REFUNDED}) || ($payment == "ending" && ${ENDING}) || ($payment == "held" && ${HELD}))`,
        ]
      : []),
    `($needs == "" ${needs.map((need) => `|| ($needs == "${need}" && ${NEEDED[need]})`).join(" ")})`,
  ].join(" && ");
  const next = "*[_type == $type && _id > $after] | order(_id asc)[0...$size]";
  const compared = [
    "_id",
    `"isWanted": ${isWanted}`,
    `"key": select(${sorts.join(", ")}, ${date})`,
    `"text": select($search != "" => ${searchText(fields)}, "")`,
    `"phone": ${person}phone`,
    ...(searched ? [searched] : []),
  ];
  const unread = hasStatus ? unreadOf(kind) : "0";
  return {
    newest: `{ "total": count(*[${type}]), "unread": ${unread}, "rows": *[${type}] | order(${date} desc, _id asc)[$from...$to]${row} }`,
    rows: `{ "unread": ${unread}, "rows": *[_id in $ids]${row} }`,
    exported: next + exported,
    exportedIds: `*[_id in $ids]${exported}`,
    compared: `${next}{ ${compared.join(", ")} }`,
  };
}

export const TABLE_QUERIES = Object.fromEntries(
  TABLE_KINDS.map((kind) => [kind, queriesOf(kind)]),
) as Readonly<Record<TableKind, TableQueries>>;

/** By a list, because an index finds them. */
const SUSPECTED_NEW = `suspected in ${JSON.stringify(Object.keys(SPAM_REASON_TEXTS))} && ${NEW}`;

/** GROQ of the number of new documents: all minus the others, because indexes find those among many. */
function unreadOf(kind: TableKind): string {
  const type = typeOf(kind);
  const { waits } = SOURCES[kind];
  const waiting = waits ? ` - count(*[${type} && ${waits} && ${NEW}])` : "";
  return `count(*[${type}]) - count(*[${type} && ${SEEN}])${waiting}`;
}

/** GROQ of the number of new documents that are not suspected. */
function newOf(kind: TableKind): string {
  const suspected = SOURCES[kind].suspected ?? SUSPECTED;
  return `${unreadOf(kind)} - count(*[${typeOf(kind)} && ${SUSPECTED_NEW} && ${suspected}])`;
}

const CONTRACT = typeOf("contracts");

/**
 * What waits for an admin, as `NEEDED`; each count begins with what an index finds. Of overdue contracts, their open invoices.
 * `suspected`: the new submissions that are not counted.
 */
export const NEEDS_QUERY = `{
  "declined": count(*[${CONTRACT} && paymentState == "failed" && ${NEEDED.declined}]),
  "overdue": *[${CONTRACT} && paymentState == "overdue"]{
    "invoices": invoices[kind == "invoice" && status == "open" && dueOn < $today]{ totalCents, receivedCents, creditedCents }
  },
  "own": count(*[${CONTRACT} && paymentState == "due" && ${NEEDED.own}]),
  "held": count(*[${CONTRACT} && payment.paymentMethod == "invoice" && ${NEEDED.held}]),
  "cancellations": count(*[${CONTRACT} && ${NEEDED.cancellations}]),
  "orders": ${newOf("contracts")},
  "questionnaires": ${newOf("questionnaires")},
  "messages": ${newOf("messages")},
  "suspected": { ${REVIEWED_KINDS.map((kind) => `"${kind}": count(*[${typeOf(kind)} && ${SUSPECTED_NEW} && status != "completed"])`).join(", ")} }
}`;

/** What an owner has left as the seed made it. */
export const DEMO_QUERY = `{
  "unchanged": *[${UNCHANGED}]._id,
  "settings": *[_id in ["siteSettings", "paymentSettings"]],
  "off": coalesce(*[_id == "siteSettings"][0].offPages, [])
}`;

/** The number of orders by invoice that have none. Reads every one, so it is asked only where they wait. */
export const WAITING_QUERY = `count(*[${CONTRACT} && payment.paymentMethod == "invoice" && status == "invoice" && !defined(suspected)
  && agreedToTerms == true && count(coalesce(invoices, [])) == 0 && !("own-invoice" in history[].kind)])`;
