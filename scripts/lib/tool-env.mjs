import { delimiter, join } from "node:path";
import { root } from "./root.mjs";

/** The system, the network's proxies, npm, Node and the test tools. Names of the site's configuration are not among them. */
const NEEDED = new RegExp(
  `^(?:${[
    "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\\w+|TZ|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|TMPDIR|TMP|TEMP|XDG_\\w+",
    "SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAM\\w+|USERPROFILE|NUMBER_OF_PROCESSORS",
    "(?:HTTP|HTTPS|NO|ALL)_PROXY|SSL_CERT_(?:FILE|DIR)|NPM_CONFIG_.+",
    "CI|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|PLAYWRIGHT_\\w+|CHROMIUM_PATH|TRACE|E2E_PORT|ABUSE_\\w+",
  ].join("|")})$`,
  "i",
);

/** The project's own tools first, its own Node among them. */
const ownPath = () => `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
const colours = () => (process.stdout.isTTY ? {} : { NO_COLOR: "1" });

/**
 * The environment of builds, tests, browsers and npm: what such tools need, and `extra`. They run code of hundreds of packages, and
 * none of it has to see the secrets of the site.
 * @param {Record<string, string>} extra
 */
export function toolEnv(extra = {}) {
  const needed = Object.entries(process.env).filter(([name]) => NEEDED.test(name));
  const env = { ...Object.fromEntries(needed), ...colours(), PATH: ownPath(), ...extra };
  return /** @type {NodeJS.ProcessEnv} */ (/** @type {unknown} */ (env));
}

/** The environment of the server itself: all of this one's, secrets included. */
export function serverEnv(extra = {}) {
  return { ...process.env, ...colours(), PATH: ownPath(), ...extra };
}
