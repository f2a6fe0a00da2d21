import { parseArgs } from "node:util";
import { isDatasetName } from "../src/model/dataset.ts";
import { COMMANDS, commandsWith, takesOption, takesSeveralDatasets } from "./usage.ts";
import type { Command } from "./usage.ts";

/** A command failed. The message is for people. */
export class CommandError extends Error {}

/** A mistake in the command line. */
export class UsageError extends CommandError {}

/** Returns `1 document`, `2 documents`. */
export const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? "" : "s"}`;

const text = { type: "string" } as const;
const list = { type: "string", multiple: true } as const;
const flag = { type: "boolean", default: false } as const;

const OPTIONS = {
  data: { ...text, default: ".lake" },
  dataset: list,
  memory: flag,
  port: text,
  host: { ...text, default: "127.0.0.1" },
  "base-path": { ...text, default: "" },
  "public-url": text,
  "project-id": { ...text, default: "local" },
  origin: { ...list, default: [] as string[] },
  token: text,
  webhook: { ...list, default: [] as string[] },
  webhooks: text,
  "cache-mb": text,
  "public-read": flag,
  log: flag,
  seed: { ...list, default: [] as string[] },
  replace: flag,
  missing: flag,
  help: flag,
} as const;

/** True for the name of a command. */
export const isCommand = (name: string | undefined): name is Command =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

function parsePort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = Number(given);
  if (given === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port is a number from 0 to 65535, not "${given}"`);
  return port;
}

const MIB = 1024 * 1024;

/** Returns bytes. */
function parseCacheSize(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{1,7}$/.test(given))
    throw new UsageError(`--cache-mb is a number of megabytes from 0 on, not "${given}"`);
  return Number(given) * MIB;
}

function parseOrigin(given: string): string {
  const url = URL.parse(given);
  if (!url || url.origin === "null")
    throw new UsageError(`"${given}" is not an origin such as http://localhost:3333`);
  return url.origin;
}

function parseBasePath(given: string): string {
  if (given !== "" && !/^(?:\/[\w.-]+)+\/?$/.test(given))
    throw new UsageError(`--base-path is a path such as /lake, not "${given}"`);
  return given.replace(/\/$/, "");
}

/** The client rejects others. */
function parseProjectId(given: string): string {
  if (!/^[a-z0-9-]+$/i.test(given))
    throw new UsageError(`--project-id has letters, digits and dashes only, unlike "${given}"`);
  return given;
}

const MIN_TOKEN_LENGTH = 8;

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });
  } catch (error) {
    // node:util's messages say which option and why; the rest is about positionals.
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error));
  }
}

/** Reads the command line. @throws UsageError */
export function parseOptions(args: readonly string[]) {
  const { values, positionals, tokens } = read(args);
  const known = isCommand(positionals[0]) ? positionals[0] : undefined;
  const command: Command = known ?? "serve";
  const rest = positionals.slice(known ? 1 : 0);
  const source = rest[0];
  const takesSource = command === "import" || command === "export";
  if (!known && positionals.length > 0) throw new UsageError(`There is no command "${positionals[0]}"`);
  if (rest.length > (takesSource ? 1 : 0)) throw new UsageError(`Unexpected argument "${rest.at(-1)}"`);
  if (source === undefined && command === "import" && !values.help)
    throw new UsageError(`lakelet ${command} needs a file or folder`);
  for (const token of tokens) {
    if (token.kind === "option" && !takesOption(command, token.name))
      throw new UsageError(`--${token.name} is an option of lakelet ${commandsWith(token.name).join(", ")}`);
  }
  const datasets = [...new Set(values.dataset ?? ["production"])];
  if (datasets.length > 1 && !takesSeveralDatasets(command))
    throw new UsageError(`lakelet ${command} takes one dataset`);
  const wrong = datasets.find((name) => !isDatasetName(name));
  if (wrong !== undefined)
    throw new UsageError(`"${wrong}" is not a name for a dataset: lowercase letters, digits, _ and -`);
  if (values.token !== undefined && values.token.length < MIN_TOKEN_LENGTH)
    throw new UsageError(`--token has at least ${MIN_TOKEN_LENGTH} characters`);
  if (values.replace && values.missing) throw new UsageError("Choose --replace or --missing");
  return {
    ...values,
    command,
    isCommandNamed: known !== undefined,
    source,
    datasets,
    port: parsePort(values.port),
    cacheBytes: parseCacheSize(values["cache-mb"]),
    "base-path": parseBasePath(values["base-path"]),
    "project-id": parseProjectId(values["project-id"]),
    origins: values.origin.map(parseOrigin),
    "public-url": values["public-url"] === undefined ? undefined : parseOrigin(values["public-url"]),
  };
}

export type Options = ReturnType<typeof parseOptions>;
