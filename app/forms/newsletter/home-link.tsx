import { ButtonLink } from "../../ui/button.tsx";
import { NEWSLETTER_TEXTS } from "./messages.ts";

/** The way on from a page where everything is done. */
export function HomeLink() {
  return (
    <ButtonLink to="/" variant="secondary">
      {NEWSLETTER_TEXTS.home}
    </ButtonLink>
  );
}
