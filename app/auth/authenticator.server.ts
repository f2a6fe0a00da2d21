import type { SessionStorage } from "@remix-run/node";
import { type AuthenticateOptions, Authenticator, AuthorizationError, Strategy } from "remix-auth";
import { type StoredAccount, verifyCredentials } from "./accounts.server.ts";

/** Email and password of a sign-in form, and who sent it, for the queue of password hashes. */
type Attempt = Parameters<typeof verifyCredentials>[1] & { caller: Parameters<typeof verifyCredentials>[2] };

/** remix-auth's strategy of an email and a password. The form was read and checked before; `attempt` is what it said. */
export class PasswordStrategy extends Strategy<StoredAccount, Attempt> {
  readonly name = "password";
  readonly #attempt: Attempt;

  constructor(deps: Parameters<typeof verifyCredentials>[0], attempt: Attempt) {
    super((given) => verifyCredentials(deps, given, given.caller));
    this.#attempt = attempt;
  }

  async authenticate(
    request: Request,
    storage: SessionStorage,
    options: AuthenticateOptions,
  ): Promise<StoredAccount> {
    const account = await this.verify(this.#attempt);
    return this.success(account, request, storage, options);
  }
}

/**
 * Signs in with one of the site's two strategies, password and Google. Returns what the strategy knows of the person; the session is
 * begun afterwards (`beginSession`), after a second factor where there is one. Throws the cause of a failure, or the strategy's redirect.
 */
export async function authenticate<Person>(
  strategy: Strategy<Person, never>,
  request: Request,
  storage: SessionStorage,
): Promise<Person> {
  try {
    const authenticator = new Authenticator<Person>(storage, { throwOnError: true }).use(strategy);
    return await authenticator.authenticate(
      strategy.name,
      new Request(request.url, { headers: request.headers }),
    );
  } catch (thrown) {
    throw thrown instanceof AuthorizationError ? (thrown.cause ?? thrown) : thrown;
  }
}
