import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type Stripe from "stripe";
import ts from "typescript";
import type { Shape } from "../stripe/shape.ts";

// npm run parameters -w stand-ins: writes stripe/parameters.json, the shape of the parameters of all calls of routes.ts, from the types of
// the installed `stripe` package, which Stripe generates from its OpenAPI description. A test compares the file with them.

const path = (name: string) => fileURLToPath(new URL(`../stripe/${name}`, import.meta.url));
const ROUTES = path("routes.ts");
const SELF = fileURLToPath(import.meta.url);
export const PARAMETERS = path("parameters.json");

/** The kinds of objects that the stand-in has. */
export interface Objects {
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  subscription_item: Stripe.SubscriptionItem;
  invoice: Stripe.Invoice;
  line_item: Stripe.InvoiceLineItem;
  invoice_payment: Stripe.InvoicePayment;
  refund: Stripe.Refund;
  payment_method: Stripe.PaymentMethod;
  coupon: Stripe.Coupon;
  price: Stripe.Price;
  product: Stripe.Product;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  "billing_portal.session": Stripe.BillingPortal.Session;
  "checkout.session": Stripe.Checkout.Session;
  "test_helpers.test_clock": Stripe.TestHelpers.TestClock;
}

/** Returns the shape of a type's values. Objects of Stripe within others are any: each is looked at by itself. */
function shapeOf(checker: ts.TypeChecker, type: ts.Type): Shape {
  const found: Record<string, Shape> = {};
  const words = new Set<string>();
  for (const member of type.isUnion() ? type.types : [type]) {
    if (member.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) continue;
    // `OtherString` of the package: words that a later version of the API may have.
    if (member.isIntersection() && member.types.some(({ flags }) => flags & ts.TypeFlags.String)) continue;
    if (member.isStringLiteral()) words.add(member.value);
    else if (member.flags & ts.TypeFlags.NumberLike) words.add("number");
    else if (member.flags & ts.TypeFlags.BooleanLike) words.add("boolean");
    else if (!(member.flags & ts.TypeFlags.Object) && !member.isIntersection()) return 1;
    else {
      const element = checker.getIndexTypeOfType(member, ts.IndexKind.Number);
      const has = (name: string) => checker.getPropertyOfType(member, name) !== undefined;
      // What has methods, such as a decimal, is a value.
      if (!element && (has("toJSON") || has("object"))) return 1;
      const shape = element ? shapeOf(checker, element) : fieldsOf(checker, member);
      if (typeof shape === "string") for (const word of shape.split("|")) words.add(word);
      else if (shape === 1 || Object.keys(shape).length === 0) return 1;
      else Object.assign(found, shape);
    }
  }
  if (Object.keys(found).length > 0) return found;
  return words.size > 0 ? [...words].toSorted().join("|") : 1;
}

function fieldsOf(checker: ts.TypeChecker, type: ts.Type): Record<string, Shape> {
  return Object.fromEntries(
    checker
      .getPropertiesOfType(type)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((field) => [field.name, shapeOf(checker, checker.getTypeOfSymbol(field))]),
  );
}

/** Returns the shapes of the parameters of each call (`POST /v1/customers`) that routes.ts types, and of `Objects`. */
export function readShapes() {
  const program = ts.createProgram([ROUTES, SELF], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: ["node"],
  });
  const checker = program.getTypeChecker();
  const calls: Record<string, Record<string, Shape>> = {};
  const objects: Record<string, Record<string, Shape>> = {};
  program.getSourceFile(ROUTES)?.forEachChild((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) return;
    const {
      typeArguments,
      arguments: [call],
    } = statement.expression;
    const params = typeArguments?.[0];
    if (params && call && ts.isStringLiteral(call))
      calls[call.text] = fieldsOf(checker, checker.getTypeFromTypeNode(params));
  });
  program.getSourceFile(SELF)?.forEachChild((statement) => {
    if (!ts.isInterfaceDeclaration(statement)) return;
    for (const kind of checker.getPropertiesOfType(checker.getTypeAtLocation(statement)))
      objects[kind.name] = fieldsOf(checker, checker.getTypeOfSymbol(kind));
  });
  return { calls, objects };
}

if (import.meta.main) {
  const lines = Object.entries(readShapes().calls).map((call) =>
    call.map((part) => JSON.stringify(part)).join(": "),
  );
  writeFileSync(PARAMETERS, `{\n${lines.join(",\n")}\n}\n`);
}
