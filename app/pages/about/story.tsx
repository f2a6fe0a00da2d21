import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import type { AboutPageData } from "./query.ts";
import { Container, Section } from "../../ui/container.tsx";

type StoryProps = Pick<AboutPageData, "story" | "image" | "mission">;

/** How the company came to be, beside a picture, and under both what it is for. */
export function Story({ story, image, mission }: StoryProps) {
  const edit = useEditable();
  return (
    <Section>
      <Container className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-2">
        <div {...edit({ id: "aboutPage", type: "aboutPage", path: "story" })} className="prose">
          <PortableText value={story} />
        </div>
        {image ? (
          <ContentImage
            image={image}
            sizes="(min-width: 80rem) 576px, (min-width: 64rem) 48vw, 100vw"
            size="story"
            priority
            className="rounded-xl max-lg:order-first"
          />
        ) : null}
      </Container>
      {mission ? (
        <Container className="mt-[calc(var(--section)*0.85)]">
          <div className="border-t-2 border-ink pt-6 lg:grid lg:grid-cols-[1fr_3fr] lg:gap-8">
            <h2 className="text-base tracking-normal text-accent lg:mt-3">Our mission</h2>
            <p
              {...edit({ id: "aboutPage", type: "aboutPage", path: "mission" })}
              className="tight mt-4 max-w-[26ch] text-3xl font-semibold text-balance lg:mt-0"
            >
              {mission}
            </p>
          </div>
        </Container>
      ) : null}
    </Section>
  );
}
