import type { Actor } from "../auth/actor.ts";
import { json } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { Access, Route, RouteContext } from "../http/route.ts";
import type { Ledger } from "../http/router.ts";

/** A route with a constant response: the Studio asks about features that this lake does not have. */
const constant = (pattern: string, body: unknown, access: Access = "read"): Route =>
  route("GET", pattern, access, () => json(body));

const ALL = ["read", "create", "update", "history", "editHistory", "manage"];

/** Ids without a dot, their drafts and versions, and releases: what an editor sees, but for private types. */
const PUBLIC_GROUPS = `_id in path("*") || _id in path("drafts.*") || _id in path("versions.*.*") || _id in path("_.releases.*")`;

/** By this the Studio shows forms as read-only. Reads and writes are checked independently. */
function accessControl({ role }: Actor, privateTypes: ReadonlySet<string>): unknown {
  if (role === "administrator") return [{ filter: `_id in path("**")`, permissions: ALL }];
  const others = `(${PUBLIC_GROUPS}) && !(_type in ${JSON.stringify([...privateTypes])})`;
  const filter = privateTypes.size > 0 ? others : PUBLIC_GROUPS;
  if (role === "editor") return [{ filter, permissions: ALL.slice(0, 4) }];
  return [{ filter: `_id in path("**")`, permissions: ["read"] }];
}

const acl = ({ actor, config }: RouteContext): Response =>
  json(actor ? accessControl(actor, config.privateTypes) : []);

const project = ({ config }: RouteContext): object => ({
  id: config.projectId,
  displayName: config.projectId,
  organizationId: null,
  studioHost: null,
  isBlocked: false,
  isDisabled: false,
  metadata: {},
  members: [],
  features: [],
});

/** Without an `Origin` the page is on the lake's own origin. */
function corsCheck({ config, request }: RouteContext): Response {
  const origin = request.headers.get("origin");
  const allowed = origin === null || config.origins.has(origin);
  return json({ result: { allowed, withCredentials: allowed } });
}

/** What clients and the Studio ask besides content. See docs/protocol.md, "Constant answers". */
export const metaRoutes = (ledger: Ledger): Route[] => [
  // An extension: requests that the lake had no route for.
  route("GET", "/ledger", "write", () => json(ledger.entries)),
  route("GET", "/projects", "read", (context) => json([project(context)])),
  route("GET", "/projects/:project", "read", (context) => json(project(context))),
  route("GET", "/projects/:project/datasets/:dataset/acl", "read", acl),
  constant("/aliases", []),
  // Without the grant `deployStudio` the Studio does not upload its schema.
  constant("/projects/:project/grants", {}),
  // The Studio asks before it creates a release.
  constant("/projects/:project/new-content-release-allowed", {
    data: { orgActiveReleaseCount: 0, orgActiveReleaseLimit: 10_000, datasetReleaseLimit: 10_000 },
  }),
  constant("/projects/:project/user-applications", []),
  constant("/projects/:project/roles", []),
  constant("/features", ["contentReleases", "privateDataset", "singleDocRelease"]),
  constant("/access/requests/me", []),
  constant("/journey/announcements", []),
  constant("/journey/:offer", null),
  constant("/help", { resources: { welcomeMessage: "", sectionArray: [] } }),
  constant("/data/references/:dataset/documents/:id/to", { totalCount: 0, references: [] }),
  // The Studio derives the events of a release from its transactions then.
  constant("/data/history/:dataset/events/releases/:id", { events: [], nextCursor: "" }),
  // By this the Studio says how long an archived release is kept; without a number it says nothing.
  constant("/subscriptions/project/:project", {
    featureTypes: { retention: { features: [{ attributes: {} }] } },
  }),
  constant("/intake/telemetry-status", { status: "denied" }, "public"),
  // Sent on leaving the page, whatever the telemetry status.
  route("POST", "/intake/batch", "public", () => json({})),
  constant("/ping", {}, "public"),
  constant("/data/ping/:dataset", {}, "public"),
  route("GET", "/check/cors", "public", corsCheck),
];
