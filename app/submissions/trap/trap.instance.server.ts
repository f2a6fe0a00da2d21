import { secret } from "../../platform/secret.instance.server.ts";
import { makeMark, type MarkKind } from "./marks.server.ts";
import { createTrap } from "./trap.server.ts";

/** The trap of this site's public forms. */
export const trap = createTrap(secret);

export const markOf = (kind: MarkKind): string => makeMark(secret, kind, new Date());
