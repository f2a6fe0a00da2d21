import { useEditable } from "../../content/editable.ts";
import { ContentImage } from "../../content/image.tsx";
import { HeadedSection, type SectionTexts } from "../../site/page-header.tsx";
import type { SectionTestimonial } from "./section-types.ts";

/** The first testimonial in large type, the others side by side below. */
export function Testimonials({
  texts,
  testimonials,
}: {
  texts: SectionTexts;
  testimonials: readonly SectionTestimonial[];
}) {
  const [first, ...others] = testimonials;
  if (!first) return null;
  return (
    <HeadedSection texts={texts}>
      <Voice testimonial={first} large />
      {others.length > 0 ? (
        <div className="mt-16 grid gap-x-12 gap-y-12 border-t border-line pt-12 md:grid-cols-2">
          {others.map((testimonial) => (
            <Voice key={testimonial._id} testimonial={testimonial} />
          ))}
        </div>
      ) : null}
    </HeadedSection>
  );
}

function Voice({ testimonial, large = false }: { testimonial: SectionTestimonial; large?: boolean }) {
  const edit = useEditable();
  const document = { id: testimonial._id, type: "testimonial" };
  const place = [testimonial.role, testimonial.company].filter(Boolean).join(", ");
  return (
    <figure
      {...edit({ ...document, path: "quote" })}
      className={large ? "mt-14 max-w-[60rem]" : "flex flex-col"}
    >
      <blockquote
        className={
          large ? "-indent-[0.42em] text-3xl font-medium tight text-balance" : "text-lg text-ink-soft"
        }
      >
        <p className={large ? "leading-[1.22]" : ""}>“{testimonial.quote}”</p>
      </blockquote>
      <figcaption className="mt-auto flex items-center gap-4 pt-8">
        {testimonial.photo ? (
          <ContentImage
            image={testimonial.photo}
            shows={{ ...document, path: "photo" }}
            sizes="56px"
            size="testimonial"
            className="size-14 rounded-full border border-line object-cover"
          />
        ) : null}
        <span>
          <span className="block font-semibold">{testimonial.name}</span>
          {place ? <span className="block text-sm text-ink-faint">{place}</span> : null}
        </span>
      </figcaption>
    </figure>
  );
}
