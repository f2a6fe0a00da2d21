import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@remix-run/route-config";
import ts from "typescript";
import type { Permission } from "../../app/model/roles.ts";

const app = fileURLToPath(new URL("../../app/", import.meta.url));

/** How a loader or an action of a route is protected: by a permission, by that of the kind it shows, or otherwise. */
export type Guard = Permission | "by kind" | "user" | "none" | "405" | "-";

export interface GuardedRoute {
  path: string;
  file: string;
  loader: Guard;
  action: Guard;
}

type Handler = "loader" | "action";

/** Returns the first statement of a function, or its expression. */
function firstStep(
  node: ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression,
): ts.Node | undefined {
  return node.body && ts.isBlock(node.body) ? node.body.statements[0] : node.body;
}

function calls(node: ts.Node, name: string): boolean {
  if (ts.isCallExpression(node) && node.expression.getText() === name) return true;
  return ts.forEachChild(node, (child) => calls(child, name)) ?? false;
}

/** Returns the awaited call of a guard in the first step. An unawaited one would let the rest of the function run. */
function awaitedCall(node: ts.Node, name: string): ts.CallExpression | undefined {
  if (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression))
    if (node.expression.expression.getText() === `context.services.auth.${name}`) return node.expression;
  return ts.forEachChild(node, (child) => awaitedCall(child, name));
}

/** Returns the guard that a permission names, or a function of what is asked for. */
function guardBy(permission: ts.Node | undefined): Guard {
  if (!permission) return "none";
  if (ts.isStringLiteral(permission)) return permission.text as Permission;
  const returned = ts.isArrowFunction(permission) ? permission.body : permission;
  return returned.getText().startsWith("readingOf(") ? "by kind" : "none";
}

function guardOf(handler: ts.Node): Guard {
  if (ts.isCallExpression(handler) && handler.expression.getText() === "guarded")
    return guardBy(handler.arguments[0]);
  const isFunction =
    ts.isFunctionDeclaration(handler) || ts.isArrowFunction(handler) || ts.isFunctionExpression(handler);
  const step = isFunction ? firstStep(handler) : undefined;
  if (!step) return "none";
  const permission = awaitedCall(step, "requirePermission")?.arguments[1];
  if (permission) return guardBy(permission);
  if (awaitedCall(step, "requireUser")) return "user";
  return calls(step, "methodNotAllowed") ? "405" : "none";
}

function isExported(node: ts.FunctionDeclaration | ts.VariableStatement): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Returns the exported loader and action of a route's source. One that is imported cannot be read here and counts as open. */
export function guardsIn(source: string): Record<Handler, Guard> {
  const guards: Record<Handler, Guard> = { loader: "-", action: "-" };
  const note = (name: string | undefined, guard: Guard) => {
    if (name === "loader" || name === "action") guards[name] = guard;
  };
  const file = ts.createSourceFile("route.tsx", source, ts.ScriptTarget.Latest, true);
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && isExported(statement)) {
      note(statement.name?.text, guardOf(statement));
    } else if (ts.isVariableStatement(statement) && isExported(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        note(name.getText(), initializer ? guardOf(initializer) : "none");
    } else if (ts.isExportDeclaration(statement) && statement.exportClause) {
      const { exportClause } = statement;
      if (ts.isNamedExports(exportClause))
        for (const { name } of exportClause.elements) note(name.text, "none");
    }
  }
  return guards;
}

/** Returns every route with a path, with the guards in its file; skips pathless layouts. */
export function guardedRoutes(entries: readonly RouteConfigEntry[], parent = ""): GuardedRoute[] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path].filter(Boolean).join("/");
    const own =
      entry.path || entry.index
        ? [{ path: `/${path}`, file: entry.file, ...guardsIn(readFileSync(app + entry.file, "utf8")) }]
        : [];
    return [...own, ...guardedRoutes(entry.children ?? [], path)];
  });
}
