import { HOME, useEditable, type EditableAttributes } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { isLinkTarget } from "../../model/look.ts";
import { HarbourChart } from "../../site/drawings.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Container } from "../../ui/container.tsx";
import { cx } from "../../ui/cx.ts";
import type { HomePageData } from "./query.ts";

type HeroProps = Pick<HomePageData, "headline" | "subheadline" | "primaryCta" | "secondaryCta" | "heroImage">;

/** The first screen: headline over the harbour chart, what the company does, two links. */
export function Hero({ headline, subheadline, primaryCta, secondaryCta, heroImage }: HeroProps) {
  const edit = useEditable();
  const field = (path: string) => edit({ ...HOME, path });
  return (
    <div className="relative isolate -mt-(--bar-height) overflow-hidden border-b border-line">
      <HarbourChart />
      <Container className="flex min-h-[min(52rem,94svh)] flex-col justify-center pt-[calc(var(--bar-height)+3rem)] pb-20">
        <div className={cx(heroImage && "grid items-center gap-12 lg:grid-cols-[3fr_2fr]")}>
          <div>
            <TypedHeadline editable={field("headline")}>{headline}</TypedHeadline>
            {subheadline ? (
              <p
                {...field("subheadline")}
                className="mt-7 max-w-[29em] text-xl font-normal text-pretty text-ink-soft"
              >
                {subheadline}
              </p>
            ) : null}
            <div className="ways">
              {primaryCta && isLinkTarget(primaryCta.href) ? (
                <ButtonLink {...field("primaryCta")} to={primaryCta.href} size="lg" prefetch="intent">
                  {primaryCta.label}
                </ButtonLink>
              ) : null}
              {secondaryCta && isLinkTarget(secondaryCta.href) ? (
                <ButtonLink
                  {...field("secondaryCta")}
                  to={secondaryCta.href}
                  size="lg"
                  variant="secondary"
                  prefetch="intent"
                >
                  {secondaryCta.label}
                </ButtonLink>
              ) : null}
            </div>
          </div>
          {heroImage ? (
            <ContentImage
              image={heroImage}
              shows={{ ...HOME, path: "heroImage" }}
              sizes="(min-width: 64rem) 480px, 100vw"
              size="hero"
              priority
              className="rounded-xl border border-line"
            />
          ) : null}
        </div>
      </Container>
    </div>
  );
}

/**
 * The h1 of the home page. The style sheet animates it character by character (home.css), so it needs no script. The whole
 * text is laid out from the start, and assistive technology reads the label instead of single characters.
 */
function TypedHeadline({ children, editable }: { children: string; editable: EditableAttributes }) {
  const spans = Array.from(children).flatMap((_first, at, all) =>
    at % 12 === 0 ? [all.slice(at, at + 12)] : [],
  );
  return (
    <h1 {...editable} aria-label={children} className="max-w-[11.5em] text-display tight">
      <span aria-hidden="true" className="typed">
        {spans.map((span, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- characters have no other identity
          <span key={place}>
            {span.map((character, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- see above
              <span key={index}>{character}</span>
            ))}
          </span>
        ))}
      </span>
    </h1>
  );
}
