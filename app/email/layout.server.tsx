import { Button } from "@react-email/button";
import { createContext, Fragment, useContext, type ReactNode } from "react";
import { BrandProvider, useEmailBrand, type EmailBrand, type EmailWording } from "./brand.ts";
import { darkAccent, lightAccent } from "../model/colors.ts";
import { Link, Sheet, Text } from "./elements.tsx";
import {
  BODY_TEXT,
  CELL,
  DARK_ACCENT,
  darkStyles,
  FONT,
  LIGHT,
  Lines,
  SMALL_TEXT,
  stripControls,
} from "./styles.tsx";

const useAccent = (): string => {
  const { accentColor } = useEmailBrand();
  return accentColor ? lightAccent(accentColor) : LIGHT.accent;
};

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
  /** Below the label, or `""`. */
  note: string;
}

/** Labels on the left, amounts on the right; `Label: amount` in the plain text, the note on a line of its own. */
export function Amounts({ rows }: { rows: readonly Amount[] }) {
  return (
    <FactTable>
      {rows.map(({ label, value, isStrong, note }, index) => {
        const cell = { ...CELL, color: LIGHT.ink, ...(isStrong ? { fontWeight: 600 } : {}) };
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two services may have one name
          <Fragment key={index}>
            <tr className="fact">
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
            {note ? (
              <tr className="fact">
                <td
                  colSpan={2}
                  className="value faint"
                  style={{
                    ...CELL,
                    padding: "0 0 8px",
                    borderTop: "none",
                    fontSize: "14px",
                    color: LIGHT.faint,
                  }}
                >
                  {stripControls(note)}
                </td>
              </tr>
            ) : null}
          </Fragment>
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
