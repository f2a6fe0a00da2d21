import { Button } from "@react-email/button";
import { Fragment, type ReactNode } from "react";
import { darkAccent, lightAccent } from "../model/colors.ts";
import type { AmountRow } from "../model/contracts/amounts.ts";
import { formatCents } from "../model/contracts/money.ts";
import type { EmailBrand } from "../model/emails/brand.ts";
import type { EmailWording, Fact } from "../model/emails/template.ts";
import { LOCALE } from "../model/locale.ts";
import {
  BODY_TEXT,
  CELL,
  DARK_ACCENT,
  darkStyles,
  FONT,
  LIGHT,
  Lines,
  Link,
  Sheet,
  SMALL_TEXT,
  stripControls,
  Text,
} from "./elements.tsx";

const accentOf = ({ accentColor }: EmailBrand): string =>
  accentColor ? lightAccent(accentColor) : LIGHT.accent;

interface EmailLayoutProps {
  words: EmailWording;
  brand: EmailBrand;
  children: ReactNode;
}

/** The layout of every email: brand, sheet, footer. Loads nothing from anywhere, in light and dark colors. */
export function EmailLayout({ words, brand, children }: EmailLayoutProps) {
  const accent = accentOf(brand);
  return (
    <html dir="ltr" lang={LOCALE.language}>
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
        {children}
        {words.closing ? <Paragraph>{words.closing}</Paragraph> : null}
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
            // Words stay whole: on a phone the column grows with its longest word instead of breaking it.
            style={{
              ...CELL,
              width: "34%",
              paddingRight: "16px",
              color: LIGHT.faint,
              overflowWrap: "break-word",
            }}
          >{`${label}: `}</th>
          <td className="value ink line" style={{ ...CELL, color: LIGHT.ink }}>
            <Lines text={value} />
          </td>
        </tr>
      ))}
    </FactTable>
  );
}

/** Labels on the left, amounts on the right; `Label: amount` in the plain text, the note on a line of its own. */
export function Amounts({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <FactTable>
      {rows.map(({ label, cents, isSum, note }, index) => {
        const cell = { ...CELL, color: LIGHT.ink, ...(isSum ? { fontWeight: 600 } : {}) };
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
                {formatCents(cents)}
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
  brand: EmailBrand;
  href: string;
  children: string;
}

/** The main action of an email; one per email. */
export function ActionButton({ brand, href, children }: ActionProps) {
  return (
    <Text style={{ margin: "8px 0" }}>
      <Button
        className="action button"
        href={href}
        style={{
          ...FONT,
          padding: "12px 20px",
          borderRadius: "8px",
          backgroundColor: accentOf(brand),
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

/** A secondary link, or the action of an email that asks for nothing, such as unsubscribing. */
export function QuietLink({ brand, href, children }: ActionProps) {
  return (
    <Text style={{ ...SMALL_TEXT, margin: "8px 0" }}>
      <Link
        className="action accent"
        href={href}
        style={{ color: accentOf(brand), textDecorationLine: "underline" }}
      >
        {children}
      </Link>
    </Text>
  );
}
