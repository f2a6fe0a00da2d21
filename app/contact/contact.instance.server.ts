import { writeClient } from "../content/client.instance.server.ts";
import { log } from "../platform/log.instance.server.ts";
import { secret } from "../platform/secret.instance.server.ts";
import { reportTo } from "../submissions/report.server.ts";
import { receiveContact } from "./receive.server.ts";

/** Takes a contact message into this site's content store. */
export const handleContact = (request: Request) =>
  receiveContact(request, {
    client: writeClient,
    secret,
    report: reportTo(log, "contact"),
  });
