import { env } from "../platform/env.instance.server.ts";
import { createPublicClient, createWriteClient } from "./client.server.ts";

export const publicClient = createPublicClient(env.content);
export const writeClient = createWriteClient(env.content);
