import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { Fragment, type CSSProperties, type ReactNode } from "react";

/**
 * The site's colors (app/layout/tokens.css). Mail programs know no variables: the light values are inline, the dark ones come
 * by class where a program asks for them. One that inverts colors by itself starts from the light ones.
 */
const LIGHT = {
  paper: "#f1f4f1",
  surface: "#ffffff",
  ink: "#0b191f",
  faint: "#55656a",
  line: "#dce2df",
  accent: "#0a5a5f",
  onAccent: "#ffffff",
};
const DARK_STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #0a1113 !important; }
  .paper td { background-color: transparent !important; }
  .surface { background-color: #10191c !important; border-color: #213035 !important; border-top-color: #62d2c7 !important; }
  .ink { color: #eef4f2 !important; }
  .faint { color: #93a4a6 !important; }
  .line { border-color: #213035 !important; }
  .accent { color: #62d2c7 !important; }
  .button { background-color: #62d2c7 !important; color: #04201f !important; }
}`;

const FONT: CSSProperties = {
  fontFamily: "system-ui,-apple-system,'Segoe UI',sans-serif",
  overflowWrap: "anywhere",
};
const BODY_TEXT: CSSProperties = { ...FONT, fontSize: "16px", lineHeight: "1.6", color: LIGHT.ink };
const SMALL_TEXT: CSSProperties = { ...FONT, fontSize: "14px", lineHeight: "1.5", color: LIGHT.faint };
const CELL: CSSProperties = {
  ...FONT,
  padding: "8px 0",
  borderTop: `1px solid ${LIGHT.line}`,
  fontSize: "15px",
  fontWeight: 400,
  lineHeight: "1.6",
  textAlign: "left",
  verticalAlign: "top",
};

/** Removes control characters and text direction overrides, which make a text look like another one. Line breaks stay. */
const stripControls = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");

/** Text with its line breaks. */
function Lines({ text }: { text: string }) {
  return stripControls(text)
    .split("\n")
    .map((line, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines never change their order
      <Fragment key={index}>
        {index > 0 ? <br /> : null}
        {line}
      </Fragment>
    ));
}

interface EmailLayoutProps {
  subject: string;
  /** Name of the sender and address of the site, without a trailing slash. */
  brand: { name: string; url: string };
  children: ReactNode;
}

/** The layout of every email: brand, sheet, footer. Loads nothing from anywhere, in light and dark colors. */
export function EmailLayout({ subject, brand, children }: EmailLayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_STYLES}</style>
      </Head>
      <Body className="paper" style={{ margin: 0, padding: "24px 12px", backgroundColor: LIGHT.paper }}>
        <Container
          className="surface"
          style={{
            maxWidth: "560px",
            padding: "24px 28px",
            border: `1px solid ${LIGHT.line}`,
            borderTop: `4px solid ${LIGHT.accent}`,
            borderRadius: "8px",
            backgroundColor: LIGHT.surface,
          }}
        >
          <Text
            className="accent"
            style={{ ...FONT, margin: "0 0 20px", fontSize: "15px", fontWeight: 600, color: LIGHT.accent }}
            data-skip-in-text="true"
          >
            {brand.name}
          </Text>
          {children}
          <Hr className="line" style={{ margin: "24px 0 16px", borderTop: `1px solid ${LIGHT.line}` }} />
          <Text className="faint" style={{ ...SMALL_TEXT, margin: 0 }}>
            <Link className="faint" href={brand.url} style={{ color: LIGHT.faint }}>
              {brand.url}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: string }) {
  return (
    <Text className="ink" style={{ ...BODY_TEXT, margin: "0 0 16px" }}>
      <Lines text={children} />
    </Text>
  );
}

export interface Fact {
  label: string;
  value: string;
}

/** Labels on the left, values on the right; `Label: value` in the plain text. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <table
      className="facts"
      cellPadding="0"
      cellSpacing="0"
      style={{ width: "100%", margin: "0 0 24px", borderCollapse: "collapse" }}
    >
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label} className="fact">
            <th
              scope="row"
              className="label faint line"
              style={{ ...CELL, width: "34%", paddingRight: "16px", color: LIGHT.faint }}
            >{`${label}: `}</th>
            <td className="value ink line" style={{ ...CELL, color: LIGHT.ink }}>
              <Lines text={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ActionProps {
  href: string;
  children: string;
}

/** The main action of an email; one per email. */
export function ActionButton({ href, children }: ActionProps) {
  return (
    <Text style={{ margin: "8px 0" }}>
      <Button
        className="action button"
        href={href}
        style={{
          ...FONT,
          padding: "12px 20px",
          borderRadius: "8px",
          backgroundColor: LIGHT.accent,
          color: LIGHT.onAccent,
          fontSize: "16px",
          fontWeight: 600,
          textAlign: "center",
        }}
      >
        {children}
      </Button>
    </Text>
  );
}

/** A secondary link, such as unsubscribing. */
export function QuietLink({ href, children }: ActionProps) {
  return (
    <Text style={{ ...SMALL_TEXT, margin: "8px 0" }}>
      <Link
        className="action accent"
        href={href}
        style={{ color: LIGHT.accent, textDecorationLine: "underline" }}
      >
        {children}
      </Link>
    </Text>
  );
}
