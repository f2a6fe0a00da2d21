import { useEditable, type EditableField } from "../../content/editable.ts";
import { hasPicture } from "../../content/image-url.ts";
import { ContentImage } from "../../content/image.tsx";
import { PortableText } from "../../content/portable-text.tsx";
import { Container, Section } from "../../ui/container.tsx";
import { cx } from "../../ui/cx.ts";
import type { SectionOf } from "./section-types.ts";

interface WrittenSectionProps {
  section: SectionOf<"textSection" | "pictureSection">;
  /** Returns a field of the section. */
  shows: (name: string) => EditableField;
  /** Whether a visitor may see it first. */
  isEarly: boolean;
}

/** A text, with a picture beside it if the section has one. */
export function WrittenSection({ section, shows, isEarly }: WrittenSectionProps) {
  const edit = useEditable();
  const text = (
    <div {...edit(shows("text"))} className="prose">
      <PortableText value={section.text} headings={section.headings} />
    </div>
  );
  if (section._type === "textSection")
    return (
      <Section>
        <Container>{text}</Container>
      </Section>
    );
  const { image, side } = section;
  return (
    <Section>
      <Container className={cx("grid items-center gap-x-16 gap-y-12", hasPicture(image) && "lg:grid-cols-2")}>
        {text}
        {hasPicture(image) ? (
          <ContentImage
            image={image}
            shows={shows("image")}
            sizes="(min-width: 80rem) 576px, (min-width: 64rem) 48vw, 100vw"
            size="story"
            priority={isEarly}
            className={cx("rounded-xl max-lg:order-first", side === "left" && "lg:order-first")}
          />
        ) : null}
      </Container>
    </Section>
  );
}
