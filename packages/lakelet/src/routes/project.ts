import { readObject } from "../http/request.ts";
import { json } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ProjectManager, Route, RouteContext } from "../http/route.ts";
import { badRequest, notFound, validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";

type Handler = (context: RouteContext, manager: ProjectManager) => Response | Promise<Response>;

/** A route that changes the project, where the server lets requests do so. */
const managed = (method: Route["method"], pattern: string, handle: Handler): Route =>
  route(method, pattern, "operate", (context) => {
    const { manager } = context.config;
    if (!manager) throw badRequest("Datasets and origins of this server are those of its configuration");
    return handle(context, manager);
  });

const refused = (method: Route["method"], pattern: string, message: string): Route =>
  route(method, pattern, "write", () => {
    throw badRequest(message);
  });

const visibility = ({ publicRead }: RouteContext["config"]): "public" | "private" =>
  publicRead ? "public" : "private";

/** With `datasetProfile` the Studio looks for the dataset of a feature, such as comments. */
const listDatasets = ({ config, url }: RouteContext): Response =>
  json(
    url.searchParams.has("datasetProfile")
      ? []
      : config.datasets.map((name) => ({ name, aclMode: visibility(config) })),
  );

const createDataset: Handler = async ({ params, config }, manager) => {
  const datasetName = params["name"] ?? "";
  await manager.createDataset(datasetName);
  return json({ datasetName, aclMode: visibility(config) });
};

const deleteDataset: Handler = async ({ params }, manager) => {
  await manager.deleteDataset(params["name"] ?? "");
  return json({ deleted: true });
};

/** The copy is complete with the response; `sanity` asks for the progress of the job nevertheless. */
const copyDataset: Handler = async (context, manager) => {
  const { targetDataset } = await readObject(context);
  if (typeof targetDataset !== "string") throw validationError("targetDataset must be the name of a dataset");
  const { id } = await manager.copyDataset(context.params["name"] ?? "", targetDataset);
  return json({
    datasetName: targetDataset,
    aclMode: visibility(context.config),
    jobId: id,
    message: "Copied",
  });
};

/** The stream of a job's progress. Public, because `sanity` sends no token; ids of jobs are random. */
function jobProgress({ params, config }: RouteContext): Response {
  const job = config.manager?.copies.find(({ id }) => id === params["id"]);
  if (!job) throw notFound("There is no such job");
  return new Response(`event: job\ndata: ${JSON.stringify({ state: job.state, progress: 100 })}\n\n`, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}

const originId = (origin: string): string => Buffer.from(origin).toString("base64url");

const originsOf = ({ config }: RouteContext): Array<{ id: string; origin: string }> =>
  [...config.origins]
    .filter((origin) => origin !== config.publicUrl)
    .map((origin) => ({ id: originId(origin), origin, allowCredentials: true, projectId: config.projectId }));

const addOrigin: Handler = async (context, manager) => {
  const { origin, allowCredentials } = await readObject(context);
  const url = typeof origin === "string" ? URL.parse(origin) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.origin.includes("*"))
    throw badRequest("An origin is one such as http://localhost:3000, without wildcards");
  if (allowCredentials !== true)
    throw badRequest(
      "Pages of an origin use sessions here, or read nothing: allow credentials (--credentials)",
    );
  manager.allowOrigin(url.origin, true);
  return json(originsOf(context).find((one) => one.origin === url.origin));
};

const deleteOrigin: Handler = (context, manager) => {
  const found = originsOf(context).find(({ id }) => id === context.params["id"]);
  if (!found) throw notFound("There is no such origin");
  manager.allowOrigin(found.origin, false);
  return json({ id: found.id, deleted: true });
};

const SCHEMA_PREFIX = "_.schemas.";

const listSchemas = ({ documents, params, sees }: RouteContext): Response => {
  const { id } = params;
  const ids = id === undefined ? documents.idsBelow(SCHEMA_PREFIX) : id.startsWith(SCHEMA_PREFIX) ? [id] : [];
  return json([...ids].flatMap((one) => (sees(one) ? (documents.get(one) ?? []) : [])));
};

/** The workspace's name as part of an id. Hosted Sanity replaces the same characters. */
const safe = (name: string): string => name.replace(/[^\w-]/g, "_");

/** Stores the schemas of workspaces as documents, each as JSON. */
async function deploySchemas(context: RouteContext): Promise<Response> {
  const { schemas } = await readObject(context);
  if (!Array.isArray(schemas)) throw validationError("schemas must be a list");
  const documents = (schemas as unknown[]).map((one) => {
    const { workspace, schema, tag, version } = isJsonObject(one) ? one : {};
    if (!isJsonObject(workspace) || typeof workspace["name"] !== "string" || schema === undefined)
      throw validationError("A schema needs a workspace with a name");
    const suffix = typeof tag === "string" ? `.tag.${safe(tag)}` : "";
    const _id = `${SCHEMA_PREFIX}${safe(workspace["name"])}${suffix}`;
    return { _id, _type: "system.schema", workspace, tag, version, schema: JSON.stringify(schema) };
  });
  const author = context.actor?.id ?? "";
  await context.commit(
    documents.map((document) => ({ createOrReplace: document })),
    { author },
  );
  return json(documents.map(({ _id }) => ({ _id })));
}

async function deleteSchema({ commit, params, actor }: RouteContext): Promise<Response> {
  const id = params["id"] ?? "";
  if (!id.startsWith(SCHEMA_PREFIX)) throw notFound(`There is no schema "${id}"`);
  await commit([{ delete: { id } }], { author: actor?.id ?? "" });
  return json({ deleted: true });
}

const DATASETS = "/projects/:project/datasets";
const NO_ALIASES = "A lake has no aliases of datasets: name the dataset in the configuration of the client";

/** Datasets, origins and schemas: what the `sanity` command changes. See docs/protocol.md, "Projects". */
export const projectRoutes: Route[] = [
  route("GET", "/datasets", "read", listDatasets),
  route("GET", DATASETS, "read", listDatasets),
  managed("PUT", "/datasets/:name", createDataset),
  managed("DELETE", "/datasets/:name", deleteDataset),
  refused(
    "PATCH",
    "/datasets/:name",
    "Who reads without a token is decided when the server starts: --public-read",
  ),
  managed("PUT", "/datasets/:name/copy", copyDataset),
  managed("GET", `${DATASETS}/copy`, (_, manager) => json(manager.copies)),
  route("GET", "/jobs/:id/listen", "public", jobProgress),
  ...(["PUT", "PATCH", "DELETE"] as const).map((method) => refused(method, "/aliases/:name", NO_ALIASES)),
  managed("GET", "/projects/:project/cors", (context) => json(originsOf(context))),
  managed("POST", "/projects/:project/cors", addOrigin),
  managed("DELETE", "/projects/:project/cors/:id", deleteOrigin),
  route("GET", `${DATASETS}/:dataset/schemas/:id?`, "read", listSchemas),
  route("PUT", `${DATASETS}/:dataset/schemas`, "operate", deploySchemas),
  route("DELETE", `${DATASETS}/:dataset/schemas/:id`, "operate", deleteSchema),
];
