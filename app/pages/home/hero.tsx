import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import type { HomePageData } from "./query.ts";
import { HarbourChart } from "../../layout/harbour-chart.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Container } from "../../ui/container.tsx";
import { cx } from "../../ui/cx.ts";
import { TypedHeadline } from "./typed-headline.tsx";

type HeroProps = Pick<HomePageData, "headline" | "subheadline" | "primaryCta" | "secondaryCta" | "heroImage">;

/** The first screen: headline over the harbour chart, what the company does, two ways on. */
export function Hero({ headline, subheadline, primaryCta, secondaryCta, heroImage }: HeroProps) {
  const edit = useEditable();
  const field = (path: string) => edit({ id: "homePage", type: "homePage", path });
  return (
    <div className="relative isolate -mt-(--bar-height) overflow-hidden border-b border-line">
      <HarbourChart />
      <Container className="flex min-h-[min(52rem,94svh)] flex-col justify-center pt-[calc(var(--bar-height)+3rem)] pb-20">
        <div className={cx(heroImage && "grid items-center gap-12 lg:grid-cols-[3fr_2fr]")}>
          <div>
            <TypedHeadline editable={field("headline")}>{headline}</TypedHeadline>
            {subheadline ? (
              <p {...field("subheadline")} className="mt-7 max-w-[29em] text-xl font-normal text-ink-soft">
                {subheadline}
              </p>
            ) : null}
            <div className="ways">
              {primaryCta ? (
                <ButtonLink to={primaryCta.href} size="lg" prefetch="intent">
                  {primaryCta.label}
                </ButtonLink>
              ) : null}
              {secondaryCta ? (
                <ButtonLink to={secondaryCta.href} size="lg" variant="secondary" prefetch="intent">
                  {secondaryCta.label}
                </ButtonLink>
              ) : null}
            </div>
          </div>
          {heroImage ? (
            <ContentImage
              image={heroImage}
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
