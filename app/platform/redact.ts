// What stands in words of other programs: messages of errors, stacks, addresses of requests.

const RULES: readonly [pattern: RegExp, replacement: string][] = [
  // What a user name and a password stand in, and what follows a path: parameters may be anything.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi, "$1[redacted]@"],
  [
    /(\b[a-z][a-z0-9+.-]*:\/\/[^\s?#"'<>]*|(?:^|(?<=[\s"'(]))\/[^\s?#"'<>]*)[?#][^\s"'<>)]*/gi,
    "$1?[redacted]",
  ],
  [/[^\s<>"(),;:@[\]]{1,64}(?:@|%40)[^\s<>"(),;:@[\]]{1,255}\.[^\s<>"(),;:@[\]]{1,63}/gu, "[email]"],
  [/\b(bearer|basic)\s+[^\s"',]+/gi, "$1 [redacted]"],
  [
    /\b((?:[a-z]+[-_])*(?:password|passwd|secret|token|signature|api[-_]?key|authorization|cookie))("?\s*[:=]\s*"?)[^\s"',;}]+/gi,
    "$1$2[redacted]",
  ],
  [/\b(?:sk|rk|pk|whsec|pi|seti|src)_[\w-]*?(?:secret|live|test)?_?\w{8,}/g, "[redacted]"],
];

/** Private links, keyed hashes, keys: long, and not a UUID, which only names a document. */
const LONG = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}(?![\w-])/gi;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Longest message that is looked through; what follows is cut off. */
const MAX_LENGTH = 8_000;

/** Returns a text without email addresses, query strings, credentials, keys and long tokens. */
export function redactText(text: string): string {
  const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return RULES.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), short).replace(
    LONG,
    (long) => (UUID.test(long) ? long : "[redacted]"),
  );
}

/** The frames of a stack are our own names of functions and files; what stands before them is the message once more. */
function redactStack(stack: string, message: string): string {
  const end = stack.indexOf(message) + message.length;
  const [head, frames] = [stack.slice(0, end), stack.slice(end)];
  const isAllFrames = frames.split("\n").every((line) => line === "" || /^ {4}at /.test(line));
  return end >= message.length && isAllFrames ? redactText(head) + frames : redactText(stack);
}

/** An error as it stands in the log. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  status?: number;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
}

/** How many causes below an error are shown. */
const MAX_DEPTH = 4;
const MAX_ERRORS = 5;

/**
 * Returns what the log may know of whatever was thrown: its kind, code, and redacted texts, down to its causes. Other fields of
 * an error are the content of requests and answers, and are left out.
 */
export function loggedError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: redactText(String(thrown)) };
  const { name, message, stack, cause } = thrown;
  const fields: object = thrown;
  const code = "code" in fields ? fields.code : undefined;
  const status = "statusCode" in fields ? fields.statusCode : "status" in fields ? fields.status : undefined;
  const errors = thrown instanceof AggregateError ? thrown.errors.slice(0, MAX_ERRORS) : [];
  const deeper = depth < MAX_DEPTH;
  return {
    type: name,
    message: redactText(message),
    ...(typeof code === "string" ? { code: redactText(code) } : typeof code === "number" ? { code } : {}),
    ...(typeof status === "number" ? { status } : {}),
    ...(stack ? { stack: redactStack(stack, message) } : {}),
    ...(cause !== undefined && deeper ? { cause: loggedError(cause, depth + 1) } : {}),
    ...(errors.length > 0 && deeper
      ? { errors: errors.map((error: unknown) => loggedError(error, depth + 1)) }
      : {}),
  };
}
