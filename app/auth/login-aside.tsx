import { AUTH_TEXTS } from "./messages.ts";

const { aside } = AUTH_TEXTS;

/** What is behind the sign-in, and what to do without an account. */
export function LoginAside() {
  return (
    <section aria-labelledby="behind-sign-in" className="self-start">
      <h2 id="behind-sign-in" className="text-2xl">
        {aside.heading}
      </h2>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        {aside.parts.map(({ term, detail }) => (
          <div key={term} className="py-4">
            <dt className="font-semibold">{term}</dt>
            <dd className="mt-1 text-ink-soft">{detail}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm text-ink-faint">{aside.noAccount}</p>
    </section>
  );
}
