import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect, useState, type ReactNode } from "react";
import stylesUrl from "./app.css?url";
import { AccountMenu } from "./auth/account-menu.tsx";
import { NotAdminNotice } from "./auth/not-admin-notice.tsx";
import { NOT_ADMIN_PATH } from "./auth/session.ts";
import { assetBase } from "./content/client.server.ts";
import { loadContent } from "./content/load.server.ts";
import { readLook, withoutLinks } from "./content/look.server.ts";
import { siteQuery } from "./content/site-query.ts";
import { FooterForm } from "./forms/newsletter/footer-form.tsx";
import { NewsletterPopup } from "./forms/newsletter/newsletter-popup.tsx";
import { dateOf } from "./model/format.ts";
import { isLinkTarget } from "./model/look.ts";
import { pathsOf } from "./model/page-list.ts";
import { TEXT_GROUPS } from "./model/text-groups.ts";
import { changedTexts } from "./model/texts/texts.ts";
import { readMeasurementId } from "./site/analytics.server.ts";
import { PageViews } from "./site/analytics.tsx";
import { Document } from "./site/document.tsx";
import { ErrorPage, errorView, NO_CONTENT, pageErrorHeaders } from "./site/error-page.tsx";
import { lookStyle } from "./site/look-style.ts";
import { OfflineGuard } from "./site/offline-guard.tsx";
import { OwnDocument } from "./site/own-document.tsx";
import { Shell } from "./site/shell.tsx";
import { type SiteData, useSite } from "./site/site-data.ts";
import { PageToken } from "./submissions/spam/page-token.ts";
import { lazyPart } from "./ui/lazy-part.tsx";

/** Lets the newsletter go on where the question did not come. */
function NothingAsked({ onAsk }: { onAsk: (isAsked: boolean) => void }) {
  useEffect(() => onAsk(false), [onAsk]);
  return null;
}

/** For editors alone. */
const PreviewBar = lazyPart(
  () => import("./site/preview-bar.tsx"),
  (module) => module.PreviewBar,
  { rendered: `[action="/api/preview"]` },
);

/** Only where it is switched on. */
const GoogleAnalytics = lazyPart(
  () => import("./site/consent/google-analytics.tsx"),
  (module) => module.GoogleAnalytics,
  // A blocker may refuse it: nothing is asked then.
  { missing: (_onRetry, { onAsk }) => <NothingAsked onAsk={onAsk} /> },
);

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesUrl }];

export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  if (error) return [{ title: errorView(error).title }, { name: "robots", content: "noindex" }];
  return [{ title: data?.settings.companyName ?? "" }];
};

export const headers = pageErrorHeaders;

/** The frame of every page, read once per document and the same for everyone. */
export async function loader({ context }: LoaderFunctionArgs): Promise<SiteData> {
  const site = await loadContent(context, siteQuery);
  const isPreview = context.cache.perspective !== null;
  if (isPreview) await PreviewBar.preload();
  const { settings, services, analyticsId, look: storedLook, newsletter, offPages, texts } = site;
  if (!settings) throw new Response(NO_CONTENT, { status: 503 });
  const { env, log, plates } = context.services;
  const { analytics } = env;
  const warn = (message: string) => log.warn(message);
  const off = pathsOf(offPages ?? []);
  const look = withoutLinks(readLook(storedLook, { now: new Date(), warn }), off);
  const onDark = look?.logo && (look.logo.darkImage ?? look.logo.image);
  if (look?.logo && onDark && plates.isNeeded(onDark)) look.logo.onPlate = true;
  const style = lookStyle(look);
  return {
    settings: {
      ...settings,
      socialLinks: settings.socialLinks.filter(({ url }) => isLinkTarget(url)),
    },
    services: isPreview ? services : services.map(({ title, slug }) => ({ title, slug })),
    ...(look ? { look } : {}),
    ...(style ? { style } : {}),
    ...(newsletter ? { newsletter } : {}),
    ...(off.length > 0 ? { off } : {}),
    texts: changedTexts(TEXT_GROUPS, texts),
    publicUrl: env.publicUrl,
    assetBase: assetBase(env.content),
    measurementId: readMeasurementId([analyticsId, analytics.on ? analytics.measurementId : null], warn),
    year: Number(dateOf(new Date()).slice(0, 4)),
    formToken: context.services.formTokens.forPage(),
    ...(isPreview ? { preview: true } : {}),
  };
}

/** What changes only when an editor publishes is not asked for again on every click. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  // A preview shows what visitors see.
  const site = useSite();
  const isPreview = site?.preview === true;
  return (
    <Document>
      <Shell
        account={isPreview ? null : <AccountMenu />}
        newsletter={site?.newsletter?.footer === false ? undefined : FooterForm}
      >
        {children}
      </Shell>
    </Document>
  );
}

export default function App() {
  // The notice depends on the URL only, so that the page can be cached.
  const { pathname, search } = useLocation();
  const { measurementId, preview, formToken, newsletter } = useLoaderData<typeof loader>();
  // Until it is known, the newsletter waits.
  const [isAsked, setAsked] = useState(measurementId !== null);
  return (
    <PageToken.Provider value={formToken}>
      {pathname + search === NOT_ADMIN_PATH ? <NotAdminNotice /> : null}
      <Outlet />
      <OwnDocument measures={measurementId !== null} />
      <OfflineGuard />
      <PageViews />
      {measurementId ? <GoogleAnalytics measurementId={measurementId} onAsk={setAsked} /> : null}
      {preview ? (
        <PreviewBar />
      ) : (
        <NewsletterPopup
          pathname={pathname}
          isHeld={isAsked}
          isOff={newsletter?.popup === false}
          seconds={newsletter?.popupSeconds}
        />
      )}
    </PageToken.Provider>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
