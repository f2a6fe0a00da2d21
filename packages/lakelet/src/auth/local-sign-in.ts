import { createHash, randomBytes } from "node:crypto";
import { isLoopback, underLoopbackName } from "./loopback.ts";
import type { LakeUser, SiteSession } from "./session.ts";
import type { SignInCodes } from "./sign-in-code.ts";

const SESSION_S = 7 * 24 * 60 * 60;
const MAX_SESSIONS = 100;
const MAX_BODY_BYTES = 4096;

const USERS: Readonly<Record<string, LakeUser>> = {
  admin: { id: "local-admin", name: "Local administrator", email: "", role: "admin" },
  editor: { id: "local-editor", name: "Local editor", email: "", role: "editor" },
};

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

export interface LocalSignInOptions {
  /** Port that the lake listens on. */
  port: number;
  basePath: string;
  /** Origins whose pages a user may return to. */
  origins: ReadonlySet<string>;
  /** What a user has to type in. A request through a tunnel or proxy may look like one from this machine. */
  codes: SignInCodes;
}

export interface LocalSignIn {
  session: SiteSession;
  /** Returns the response to a request for the sign-in page or its form, or null for any other request. */
  answer(request: Request, callerKey?: string): Promise<Response> | null;
}

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:28rem;margin:15vh auto;padding:0 1rem}
input,button{font:inherit;display:block;width:100%;box-sizing:border-box;margin-top:.75rem;padding:.75rem 1rem}
input{margin-top:.25rem}
button{text-align:start;cursor:pointer}
small{display:block}`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

interface PageOptions {
  status?: number;
  formAction?: string;
  headers?: Record<string, string>;
}

function page(
  title: string,
  body: string,
  { status = 200, formAction = "'none'", headers = {} }: PageOptions = {},
) {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · lakelet</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
      // With `no-referrer` browsers would send `Origin: null` with the form.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

const reject = (reason: string, status = 403): Response =>
  page("Not signed in", `<p>${escapeHtml(reason)}</p>`, { status });

const choice = (role: string, title: string, rights: string): string =>
  `<button name="role" value="${role}">${title}<small>${rights}</small></button>`;

/** Reads a small form. Returns null for anything else. */
async function readForm(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

const wasForwarded = ({ headers }: Request): boolean =>
  ["forwarded", "x-forwarded-for", "x-forwarded-host", "via"].some((name) => headers.has(name));

/**
 * Creates a sign-in for the user of this machine: whoever knows the code of the terminal may choose a role. Only for a server
 * that listens on a loopback address. The page is served only under a name of this machine (a foreign name that resolves to it
 * is rejected) and its form is accepted only from the page itself. Sessions end with the process.
 */
export function createLocalSignIn({ port, basePath, origins, codes }: LocalSignInOptions): LocalSignIn {
  // Cookies do not distinguish ports.
  const cookie = `lakelet-${port}`;
  const attributes = `Path=${basePath || "/"}; HttpOnly; SameSite=Strict`;
  const sessions = new Map<string, { user: LakeUser; endsAt: number }>();

  const sessionId = ({ headers }: Pick<Request, "headers">): string | undefined =>
    new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]+)`).exec(headers.get("cookie") ?? "")?.[1];

  const begin = (user: LakeUser): string => {
    const id = randomBytes(32).toString("base64url");
    const [oldest] = sessions.keys();
    if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    sessions.set(id, { user, endsAt: Date.now() + SESSION_S * 1000 });
    return `${cookie}=${id}; Max-Age=${SESSION_S}; ${attributes}`;
  };

  /** Returns why a request may not sign anybody in, or null. */
  const objection = (request: Request): string | null => {
    const { hostname, port: asked } = new URL(request.url);
    if (!isLoopback(hostname) || Number(asked || 80) !== port)
      return "This lake signs users in at localhost only. Use a token elsewhere.";
    if (wasForwarded(request)) return "This lake does not sign users in behind a proxy. Use a token.";
    return null;
  };

  /** Returns the Studio's page to return to. */
  const returnUrl = (given: string | null, own: string): URL | null => {
    const url = URL.parse(given ?? "");
    if (!url || !/^https?:$/.test(url.protocol)) return null;
    return origins.has(url.origin) || url.origin === own ? url : null;
  };

  const unknownOrigin = (given: string | null): Response => {
    const origin = URL.parse(given ?? "")?.origin;
    const hint = origin && origin !== "null" ? `Start the lake with --origin ${origin}` : "Open your Studio";
    return reject(`Only pages of known origins can sign in. ${hint} and try again.`, 400);
  };

  /** The form. A code of the address is in it already. */
  const askFor = (request: Request, target: URL, problem: string, options: PageOptions = {}): Response => {
    const { pathname, searchParams } = new URL(request.url);
    const code = escapeHtml(searchParams.get("code") ?? "");
    const body = `<p>This lake runs on your computer. Its Studio at <b>${escapeHtml(target.origin)}</b> needs a user.</p>
${problem && `<p role="alert">${problem}</p>`}
<form method="post" action="${escapeHtml(pathname)}"><input type="hidden" name="origin" value="${escapeHtml(target.href)}">
<label>Code from the terminal in which the lake runs<input name="code" value="${code}" required autocomplete="off" spellcheck="false"${code ? "" : " autofocus"}></label>
${choice("admin", "Continue as administrator", "May do everything.")}
${choice("editor", "Continue as editor", "Neither sees nor changes documents with a dot in their id, except drafts and versions.")}</form>`;
    // Browsers apply form-action to the redirect, too.
    return page("Sign in", body, { ...options, formAction: `'self' ${target.origin}` });
  };

  const show = (request: Request): Response => {
    const url = new URL(request.url);
    const given = url.searchParams.get("origin");
    const target = returnUrl(given, url.origin);
    if (!target) return unknownOrigin(given);
    const samePlace = underLoopbackName(url.href, target.hostname);
    if (samePlace === url.href) return askFor(request, target, "");
    return new Response(null, { status: 302, headers: { location: samePlace, "cache-control": "no-store" } });
  };

  const submit = async (request: Request, callerKey: string): Promise<Response> => {
    const own = new URL(request.url).origin;
    if (request.headers.get("origin") !== own) return reject("Use the form of the sign-in page.");
    const form = await readForm(request);
    const user = form && Object.hasOwn(USERS, form.get("role") ?? "") && USERS[form.get("role") ?? ""];
    if (!form || !user) return reject("Use the form of the sign-in page.", 400);
    const target = returnUrl(form.get("origin"), own);
    if (!target) return unknownOrigin(form.get("origin"));
    const redeemed = codes.redeem(form.get("code") ?? "", callerKey);
    if (redeemed === "wrong")
      return askFor(request, target, "That code is not right. Each works once; use the latest.", {
        status: 403,
      });
    if (redeemed === "too many")
      return askFor(
        request,
        target,
        "Too many wrong codes. Take the latest of the terminal, or try again in a minute.",
        {
          status: 429,
          headers: { "retry-after": "60" },
        },
      );
    return new Response(null, {
      status: 303,
      headers: { location: target.href, "set-cookie": begin(user), "cache-control": "no-store" },
    });
  };

  return {
    session: {
      userOf: async (request) => {
        const found = sessions.get(sessionId(request) ?? "");
        return found && found.endsAt > Date.now() ? found.user : null;
      },
      loginPath: `${basePath}/auth/login`,
      signOut: async (request) => {
        sessions.delete(sessionId(request) ?? "");
        return [`${cookie}=; Max-Age=0; ${attributes}`];
      },
    },
    answer: (request, callerKey = "") => {
      if (new URL(request.url).pathname !== `${basePath}/auth/login`) return null;
      const handle = { GET: show, HEAD: show, POST: submit }[request.method];
      if (!handle) return null;
      const reason = objection(request);
      return Promise.resolve(reason === null ? handle(request, callerKey) : reject(reason));
    },
  };
}
