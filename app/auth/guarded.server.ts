import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Permission } from "../model/roles.ts";
import type { Staff } from "./guards.server.ts";

interface GuardedArgs extends LoaderFunctionArgs {
  services: LoaderFunctionArgs["context"]["services"];
  staff: Staff;
  url: URL;
  /** The `:id` of the path. */
  id: string;
}

/**
 * Returns a loader or an action for people with a permission, or with that of what they ask for: `requirePermission`
 * (guards.server.ts) comes before `handle`.
 */
export const guarded =
  <Result>(
    permission: Permission | ((asked: Pick<GuardedArgs, "url" | "params">) => Permission),
    handle: (args: GuardedArgs) => Result,
  ) =>
  async (args: LoaderFunctionArgs): Promise<Awaited<Result>> => {
    const { context, params, request } = args;
    const { services } = context;
    const url = new URL(request.url);
    const needed = typeof permission === "function" ? permission({ url, params }) : permission;
    const staff = await services.auth.requirePermission(request, needed);
    return await handle({ ...args, services, staff, url, id: params["id"] ?? "" });
  };
