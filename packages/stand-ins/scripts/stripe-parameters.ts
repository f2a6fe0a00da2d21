import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { ParameterNames } from "../stripe/accepted-params.ts";

// npm run parameters -w stand-ins: writes stripe/parameters.json, the names of all parameters of the calls of routes.ts, from the types of
// the installed `stripe` package. A test compares the file with them.

const path = (name: string) => fileURLToPath(new URL(`../stripe/${name}`, import.meta.url));
const ROUTES = path("routes.ts");
export const PARAMETERS = path("parameters.json");

/** Returns the names below a type: `1` where there are none, because it is a value, or a map with names of the caller's. */
function namesOf(checker: ts.TypeChecker, type: ts.Type): ParameterNames | 1 {
  const members = type.isUnion() ? type.types : [type];
  const found: Record<string, ParameterNames | 1> = {};
  for (const member of members) {
    if (!(member.flags & ts.TypeFlags.Object) && !member.isIntersection()) continue;
    const element = checker.getIndexTypeOfType(member, ts.IndexKind.Number);
    // What has methods, such as a decimal, is a value.
    if (!element && checker.getPropertiesOfType(member).some(({ name }) => name === "toJSON")) continue;
    const names = element ? namesOf(checker, element) : fieldsOf(checker, member);
    if (names !== 1) Object.assign(found, names);
  }
  return Object.keys(found).length > 0 ? found : 1;
}

function fieldsOf(checker: ts.TypeChecker, type: ts.Type): ParameterNames {
  return Object.fromEntries(
    checker
      .getPropertiesOfType(type)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((field) => [field.name, namesOf(checker, checker.getTypeOfSymbol(field))]),
  );
}

/** Returns the names of the parameters of each call (`POST /v1/customers`) that routes.ts types. */
export function readParameters(): Record<string, ParameterNames> {
  const program = ts.createProgram([ROUTES], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const calls: Record<string, ParameterNames> = {};
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
  return calls;
}

if (import.meta.main) {
  const lines = Object.entries(readParameters()).map((call) =>
    call.map((part) => JSON.stringify(part)).join(": "),
  );
  writeFileSync(PARAMETERS, `{\n${lines.join(",\n")}\n}\n`);
}
