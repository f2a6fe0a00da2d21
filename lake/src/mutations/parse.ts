import { DOCUMENT_ID } from "../document.ts";
import { validationError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { checkJson, cloneJson, isJsonObject } from "./json.ts";
import { parsePatch, parseSelector } from "./parse-patch.ts";
import type { DocumentBody, Mutation } from "./types.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Refuses an id that hosted Sanity would refuse. @throws LakeError 400 */
export function checkDocumentId(id: string): void {
  if (!DOCUMENT_ID.test(id) || id.includes("..") || id.endsWith("."))
    throw validationError(`Invalid document ID "${id.slice(0, 200)}"`);
}

function parseBody(value: unknown, operation: string): DocumentBody {
  if (!isJsonObject(value)) throw validationError(`${operation} needs a document`);
  // Stamped by the transaction, or made when read; a client that sends back what it read must not store them.
  const { _rev, _updatedAt, _system, ...body } = value;
  const { _id, _type, _createdAt } = body;
  if (typeof _type !== "string" || _type === "") throw validationError("A document needs a _type");
  if (_id !== undefined && typeof _id !== "string") throw validationError("_id must be a string");
  if (_id === undefined && operation !== "create") throw validationError(`${operation} needs an _id`);
  if (_createdAt !== undefined && !(typeof _createdAt === "string" && ISO_TIME.test(_createdAt)))
    throw validationError("_createdAt must be an ISO 8601 time");
  return body as DocumentBody;
}

function parseMutation(value: unknown): Mutation {
  const [operation, ...more] = isJsonObject(value) ? Object.keys(value) : [];
  if (!isJsonObject(value) || operation === undefined || more.length > 0)
    throw validationError("A mutation is an object with exactly one operation");
  const argument = value[operation];
  switch (operation) {
    case "create":
      return { create: parseBody(argument, operation) };
    case "createIfNotExists":
      return { createIfNotExists: parseBody(argument, operation) };
    case "createOrReplace":
      return { createOrReplace: parseBody(argument, operation) };
    case "patch":
      return { patch: parsePatch(argument) };
    case "delete":
      if (!isJsonObject(argument)) throw validationError("delete must be an object");
      return { delete: parseSelector(argument, operation) };
    default:
      throw validationError(`Unknown mutation "${operation}"`);
  }
}

/**
 * Checks the shape of a list of mutations, of whatever origin, and returns a copy that shares nothing with it. `owned`: nobody
 * else has them, as they were just read, so none is made.
 * @throws LakeError 400 naming what is wrong
 */
export function parseMutations(value: unknown, owned = false): Mutation[] {
  if (!Array.isArray(value)) throw validationError("mutations must be an array");
  if (value.length > LIMITS.mutationsPerTransaction)
    throw validationError(`At most ${LIMITS.mutationsPerTransaction} mutations in one transaction`);
  checkJson(value);
  return (owned ? (value as unknown[]) : cloneJson(value as unknown[])).map(parseMutation);
}
