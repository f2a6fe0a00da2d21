import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { AccountScreen } from "../auth/account-screen.tsx";
import type { AccountResult } from "../auth/results.ts";
import { useTexts } from "../content/use-texts.ts";
import ACCOUNT from "../model/texts/account.json" with { type: "json" };
import SIGN_IN from "../model/texts/sign-in.json" with { type: "json" };
import { fillIn } from "../model/texts/texts.ts";
import { headersOfForm, PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted(ACCOUNT, "title");

export const headers = headersOfForm(PRIVATE);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { user, role } = await context.services.auth.requireUser(request);
  return {
    currentUser: user,
    currentRole: role,
    ...(await context.services.auth.accountView(user)),
    done: new URL(request.url).searchParams.get("done"),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { user } = await context.services.auth.requireUser(request);
  const { result, ...init } = await context.services.auth.changeAccount(request, user);
  // A new password ends the session of this request, so the page cannot be rendered with it.
  if (result.status === "done") throw redirect(`/account?done=${result.form}`, { ...init, status: 303 });
  return data(result, init);
}

export { keepSessionForm as clientAction } from "../auth/session-form.ts";

export default function Account() {
  const { eyebrow } = useTexts(SIGN_IN);
  const { title, signedInAs } = useTexts(ACCOUNT);
  const { done, currentUser: _user, currentRole: _role, ...view } = useLoaderData<typeof loader>();
  const posted = useActionData() as AccountResult | null | undefined;
  // Null when the form was not sent: keep the last result, such as a setup in progress.
  const [last, setLast] = useState(posted);
  if (posted !== null && posted !== last) setLast(posted);
  const result = (posted === null ? last : posted) ?? undefined;
  return (
    <>
      <PageHeader heading={title} eyebrow={eyebrow} intro={fillIn(signedInAs, { email: view.email })} />
      <AccountScreen view={view} done={done} result={result} />
    </>
  );
}
