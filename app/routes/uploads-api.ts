import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";

/** HEAD and OPTIONS of the tus protocol; GET with `?draft=` lists the uploads of a draft. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return context.services.files.upload(request, context.callerKey);
}

/** POST, PATCH and DELETE of the tus protocol. */
export function action({ context, request }: ActionFunctionArgs) {
  return context.services.files.upload(request, context.callerKey);
}
