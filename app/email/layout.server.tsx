import { Button } from "@react-email/button";
import { createContext, Fragment, useContext, type CSSProperties, type ReactNode } from "react";
import { BrandProvider, useEmailBrand, type EmailBrand, type EmailWording } from "./brand.ts";
import { darkAccent, lightAccent } from "../model/colors.ts";
import { Link, Sheet, Text } from "./elements.tsx";

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
const DARK_ACCENT = "#62d2c7";

const useAccent = (): string => {
  const { accentColor } = useEmailBrand();
  return accentColor ? lightAccent(accentColor) : LIGHT.accent;
};

const darkStyles = (accent: string) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #0a1113 !important; }
  .paper td { background-color: transparent !important; }
  .surface { background-color: #10191c !important; border-color: #213035 !important; border-top-color: ${accent} !important; }
  .ink { color: #eef4f2 !important; }
  .faint { color: #93a4a6 !important; }
  .line { border-color: #213035 !important; }
  .accent { color: ${accent} !important; }
  .button { background-color: ${accent} !important; color: #04201f !important; }
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

const Words = createContext<Partial<EmailWording>>({});

/** The first paragraph of an email; `other` in the other case that its words know. */
export function Opening({ other = false }: { other?: boolean }) {
  const { opening = "", otherOpening = "" } = useContext(Words);
  return <Paragraph>{other ? otherOpening : opening}</Paragraph>;
}

/** The paragraph of an email that its words call note. */
export function Note() {
  const { note = "" } = useContext(Words);
  return <Paragraph>{note}</Paragraph>;
}

interface EmailLayoutProps {
  words: EmailWording;
  brand: EmailBrand;
  children: ReactNode;
}

/** The layout of every email: brand, sheet, footer. Loads nothing from anywhere, in light and dark colors. */
export function EmailLayout({ words, brand, children }: EmailLayoutProps) {
  const accent = brand.accentColor ? lightAccent(brand.accentColor) : LIGHT.accent;
  return (
    <html dir="ltr" lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" content="" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{words.subject}</title>
        <style>{darkStyles(brand.accentColor ? darkAccent(brand.accentColor) : DARK_ACCENT)}</style>
      </head>
      <Sheet
        paper={LIGHT.paper}
        style={{
          maxWidth: "560px",
          padding: "24px 28px",
          border: `1px solid ${LIGHT.line}`,
          borderTop: `4px solid ${accent}`,
          borderRadius: "8px",
          backgroundColor: LIGHT.surface,
        }}
      >
        <Text
          className="accent"
          style={{ ...FONT, margin: "0 0 20px", fontSize: "15px", fontWeight: 600, color: accent }}
          data-skip-in-text="true"
        >
          {brand.companyName}
        </Text>
        <BrandProvider value={brand}>
          <Words.Provider value={words}>{children}</Words.Provider>
          {words.closing ? <Paragraph>{words.closing}</Paragraph> : null}
        </BrandProvider>
        <hr
          className="line"
          style={{
            width: "100%",
            border: "none",
            borderTop: `1px solid ${LIGHT.line}`,
            margin: "24px 0 16px",
          }}
        />
        <Footer brand={brand} />
      </Sheet>
    </html>
  );
}

/** Company, postal address and how to answer: every commercial email has to name them (CAN-SPAM). */
function Footer({ brand: { legalName, postalAddress, replyTo, phone, url } }: { brand: EmailBrand }) {
  const lines = [legalName, postalAddress, phone].map(stripControls).filter(Boolean);
  return (
    <Text className="faint" style={{ ...SMALL_TEXT, margin: "0" }}>
      {lines.map((line) => (
        <Fragment key={line}>
          {line}
          <br />
        </Fragment>
      ))}
      {replyTo ? (
        <>
          <Link className="faint" href={`mailto:${replyTo}`} style={{ color: LIGHT.faint }}>
            {replyTo}
          </Link>
          <br />
        </>
      ) : null}
      <Link className="faint" href={url} style={{ color: LIGHT.faint }}>
        {url}
      </Link>
    </Text>
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

function FactTable({ children }: { children: ReactNode }) {
  return (
    <table
      className="facts"
      cellPadding="0"
      cellSpacing="0"
      style={{ width: "100%", margin: "0 0 24px", borderCollapse: "collapse" }}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

/** Labels on the left, values on the right; `Label: value` in the plain text. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <FactTable>
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
    </FactTable>
  );
}

export interface Amount {
  label: string;
  value: string;
  isStrong: boolean;
}

/** Labels on the left, amounts on the right; `Label: amount` in the plain text. */
export function Amounts({ rows }: { rows: readonly Amount[] }) {
  return (
    <FactTable>
      {rows.map(({ label, value, isStrong }, index) => {
        const cell = { ...CELL, color: LIGHT.ink, ...(isStrong ? { fontWeight: 600 } : {}) };
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two services may have one name
          <tr key={index} className="fact">
            <th scope="row" className="label ink line" style={{ ...cell, paddingRight: "16px" }}>
              {`${stripControls(label)}: `}
            </th>
            <td
              className="value ink line"
              style={{
                ...cell,
                textAlign: "right",
                whiteSpace: "nowrap",
                fontVariantNumeric: "tabular-nums",
              }}
            >
              {value}
            </td>
          </tr>
        );
      })}
    </FactTable>
  );
}

interface ActionProps {
  href: string;
  /** In the other case that the email's words know. */
  other?: boolean;
}

/** The main action of an email; one per email. */
export function ActionButton({ href, other = false }: ActionProps) {
  const backgroundColor = useAccent();
  const { button = "", otherButton = "" } = useContext(Words);
  return (
    <Text style={{ margin: "8px 0" }}>
      <Button
        className="action button"
        href={href}
        style={{
          ...FONT,
          padding: "12px 20px",
          borderRadius: "8px",
          backgroundColor,
          color: LIGHT.onAccent,
          fontSize: "16px",
          fontWeight: 600,
          textAlign: "center",
        }}
      >
        {other ? otherButton : button}
      </Button>
    </Text>
  );
}

/** The action of an email as a small link, such as unsubscribing. */
export function QuietAction({ href }: Pick<ActionProps, "href">) {
  return <QuietLink href={href}>{useContext(Words).button ?? ""}</QuietLink>;
}

/** A secondary link. */
export function QuietLink({ href, children }: { href: string; children: string }) {
  const color = useAccent();
  return (
    <Text style={{ ...SMALL_TEXT, margin: "8px 0" }}>
      <Link className="action accent" href={href} style={{ color, textDecorationLine: "underline" }}>
        {children}
      </Link>
    </Text>
  );
}
