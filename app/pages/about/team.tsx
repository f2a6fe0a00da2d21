import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import type { AboutPageData, TeamMember } from "./query.ts";
import { Container, Section } from "../../ui/container.tsx";

export function Team({ team }: Pick<AboutPageData, "team">) {
  const edit = useEditable();
  if (team.length === 0) return null;
  return (
    <Section labelledBy="about-team">
      <Container>
        <h2 id="about-team" className="tight text-3xl">
          The people you will speak with
        </h2>
        <ul
          {...edit({ id: "aboutPage", type: "aboutPage", path: "team" })}
          className="mt-12 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-4"
        >
          {team.map((member) => (
            <Member key={member._key} {...member} />
          ))}
        </ul>
      </Container>
    </Section>
  );
}

function Member({ name, role, bio, photo }: TeamMember) {
  return (
    <li>
      {photo ? (
        <ContentImage
          image={photo}
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
