/** The commands and what each does. */
export const COMMANDS = {
  serve: "serves Sanity's HTTP API",
  import: "imports a file.ndjson, a file.tar.gz or a folder",
  export: "writes a dataset with its assets into a file",
  backup: "makes a backup in the directory",
  reset: "deletes all documents and assets; tokens and backups stay",
  doctor: "checks the directory",
} as const;

export type Command = keyof typeof COMMANDS;

/** What each option means, with the name of its value. */
const OPTIONS = {
  data: ["--data <path>", "where the data is (.lake)"],
  dataset: ["--dataset <name>", "production; may be repeated"],
  oneDataset: ["--dataset <name>", "production"],
  memory: ["--memory", "keeps nothing"],
  port: ["--port <number>", "a free one, 3900 if it is free"],
  host: ["--host <address>", "127.0.0.1"],
  "base-path": ["--base-path <path>", "mounts the API below a path"],
  "public-url": ["--public-url <url>", "the origin at which clients reach it, if it is another"],
  "project-id": ["--project-id <id>", "local"],
  origin: ["--origin <url>", "lets pages of this origin read responses (CORS); may be repeated"],
  token: ["--token <text>", "the write token; otherwise the one in <data>/tokens.json"],
  webhook: ["--webhook <url>", "sends every change of published documents there; may be repeated"],
  webhooks: ["--webhooks <file>", "a JSON list of webhooks with filters, projections and secrets"],
  "cache-mb": ["--cache-mb <number>", "documents in memory, in MB of JSON (512); others are read from disk"],
  "public-read": ["--public-read", "lets callers without a token read published documents"],
  log: ["--log", "prints every request with its status and time"],
  seed: ["--seed <source>", "imports into the first dataset while it is empty; may be repeated"],
  replace: ["--replace", "overwrites documents that exist"],
  missing: ["--missing", "keeps documents that exist"],
  help: ["--help", "shows this text"],
} as const;

interface Usage {
  synopsis: string;
  /** What it does, if its line in the list of commands is not enough. */
  does?: string;
  /** Names of its options, without `help`. */
  options: readonly (keyof typeof OPTIONS)[];
  example: string;
}

const SERVE = Object.keys(OPTIONS).filter(
  (name) => !["oneDataset", "replace", "missing", "help"].includes(name),
) as Usage["options"];

const USAGES: Readonly<Record<Command, Usage>> = {
  serve: {
    synopsis: "lakelet [serve] [options]",
    options: SERVE,
    example: "lakelet --seed content.ndjson --origin http://localhost:5173",
  },
  import: {
    synopsis: "lakelet import <source> [options]",
    options: ["data", "oneDataset", "replace", "missing"],
    example: "lakelet import content.tar.gz --replace",
  },
  export: {
    synopsis: "lakelet export [file.tar.gz] [options]",
    options: ["data", "oneDataset"],
    example: "lakelet export content.tar.gz",
  },
  backup: {
    synopsis: "lakelet backup [options]",
    does: "makes a backup of a dataset in <data>/backups, which lakelet import reads. The oldest of more than seven is deleted",
    options: ["data", "oneDataset"],
    example: "lakelet backup --data /srv/lake",
  },
  reset: {
    synopsis: "lakelet reset [options]",
    does: "deletes all documents, their history and assets. Tokens and backups stay. The server must be stopped",
    options: ["data", "dataset"],
    example: "lakelet reset --dataset staging",
  },
  doctor: {
    synopsis: "lakelet doctor [options]",
    does: "checks database, assets, tokens and clock. The exit code is 1 if something is wrong",
    options: ["data", "dataset"],
    example: "lakelet doctor --data /srv/lake",
  },
};

function table(rows: ReadonlyArray<readonly [string, string]>): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join("\n");
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const optionsOf = (command: Command): string =>
  table([...USAGES[command].options, "help" as const].map((name) => OPTIONS[name]));

/** Returns the help of one command. */
export const usageOf = (command: Command): string => `Usage: ${USAGES[command].synopsis}

${sentence(USAGES[command].does ?? COMMANDS[command])}

${optionsOf(command)}

Example: ${USAGES[command].example}`;

const names = Object.keys(COMMANDS) as Command[];

/** The help of the command without a name. */
export const USAGE = `Usage: lakelet [serve] [options]
       lakelet <command> --help

${table(names.map((name) => [USAGES[name].synopsis.replace(" [options]", ""), COMMANDS[name]]))}

Options of serve:

${optionsOf("serve")}

Example: ${USAGES.serve.example}`;

/** True if the command takes the option. */
export const takesOption = (command: Command, option: string): boolean =>
  option === "help" ||
  USAGES[command].options.some((name) => name === option || OPTIONS[name][0].startsWith(`--${option} `));

/** The commands that take an option. */
export const commandsWith = (option: string): Command[] => names.filter((name) => takesOption(name, option));

export const takesSeveralDatasets = (command: Command): boolean =>
  USAGES[command].options.includes("dataset");
