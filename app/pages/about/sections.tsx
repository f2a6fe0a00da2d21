import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import { useTexts } from "../../content/use-texts.ts";
import READING from "../../model/texts/reading.json" with { type: "json" };
import { StatisticGrid } from "../../site/statistics.tsx";
import { Container, Section } from "../../ui/container.tsx";
import type { AboutPageData, TeamMember } from "./query.ts";

const field = (path: string) => ({ id: "aboutPage", type: "aboutPage", path });

type StoryProps = Pick<AboutPageData, "story" | "image" | "mission">;

/** The history of the company beside an image, with its mission below. */
export function Story({ story, image, mission }: StoryProps) {
  const edit = useEditable();
  const words = useTexts(READING);
  return (
    <Section>
      <Container className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-2">
        <div {...edit(field("story"))} className="prose">
          <PortableText value={story} />
        </div>
        {image ? (
          <ContentImage
            image={image}
            shows={field("image")}
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
            <h2 className="text-base tracking-normal text-accent lg:mt-3">{words.aboutMission}</h2>
            <p
              {...edit(field("mission"))}
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

export function Values({ values }: Pick<AboutPageData, "values">) {
  const edit = useEditable();
  const words = useTexts(READING);
  if (values.length === 0) return null;
  return (
    <Section tone="tint" className="border-y border-line" labelledBy="about-values">
      <Container className="lg:grid lg:grid-cols-[1fr_3fr] lg:gap-8">
        <h2 id="about-values" className="tight text-3xl">
          {words.aboutValues}
        </h2>
        <dl {...edit(field("values"))} className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:mt-0">
          {values.map((value) => (
            <div key={value._key} className="border-t border-edge pt-5">
              <dt className="text-xl font-semibold">{value.title}</dt>
              <dd className="mt-3 max-w-[44ch] text-ink-soft">{value.text}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </Section>
  );
}

export function Team({ team }: Pick<AboutPageData, "team">) {
  const edit = useEditable();
  const words = useTexts(READING);
  if (team.length === 0) return null;
  return (
    <Section labelledBy="about-team">
      <Container>
        <h2 id="about-team" className="tight text-3xl">
          {words.aboutTeam}
        </h2>
        <ul {...edit(field("team"))} className="mt-12 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
          {team.map((member) => (
            <Member key={member._key} {...member} />
          ))}
        </ul>
      </Container>
    </Section>
  );
}

function Member({ _key, name, role, bio, photo }: TeamMember) {
  return (
    <li>
      {photo ? (
        <ContentImage
          image={photo}
          shows={field(`team[_key=="${_key}"].photo`)}
          sizes="(min-width: 64rem) 280px, (min-width: 40rem) 50vw, 100vw"
          size="team"
          className="rounded-xl"
        />
      ) : null}
      <h3 className="mt-5 text-xl">{name}</h3>
      {role ? <p className="mt-1 text-sm font-semibold text-accent">{role}</p> : null}
      {bio ? <p className="mt-3 max-w-[46ch] text-base text-ink-soft">{bio}</p> : null}
    </li>
  );
}

export function Figures({ statistics }: Pick<AboutPageData, "statistics">) {
  const words = useTexts(READING);
  if (statistics.length === 0) return null;
  return (
    <Section tone="tint" className="border-t border-line" labelledBy="about-figures">
      <Container>
        <h2 id="about-figures" className="tight mb-12 text-3xl">
          {words.aboutFigures}
        </h2>
        <StatisticGrid statistics={statistics} />
      </Container>
    </Section>
  );
}
