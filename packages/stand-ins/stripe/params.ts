import qs from "qs";
import { invalid } from "./errors.ts";

/** Form parameters of a request, nested as Stripe nests them. Every leaf is a string. */
export type Params = { [name: string]: string | Params | (string | Params)[] | undefined };

/** Reads `a[b][0]=c` bodies and queries, the encoding of stripe-node and Stripe.js. */
export function parseParams(encoded: string): Params {
  return qs.parse(encoded, { depth: 10, arrayLimit: 100, parameterLimit: 2000 }) as Params;
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
}

export function nested(params: Params, name: string): Params {
  const value = params[name];
  return value && typeof value === "object" && !Array.isArray(value) ? value : {};
}

export function list(params: Params, name: string): Params[] {
  const value = params[name];
  if (!value) return [];
  const items = Array.isArray(value) ? value : typeof value === "object" ? Object.values(value) : [];
  return items.filter((item): item is Params => typeof item === "object");
}

/** Parses a whole number of cents or months. Throws Stripe's error for anything else. */
export function integer(params: Params, name: string): number {
  const value = text(params, name) ?? "";
  if (!/^\d+$/.test(value)) throw invalid(name, `Invalid integer: ${value}`, "parameter_invalid_integer");
  return Number(value);
}

export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (!value) throw invalid(name, `Missing required param: ${name}.`, "parameter_missing");
  return value;
}
