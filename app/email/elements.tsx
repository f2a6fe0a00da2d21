import { Fragment, type ComponentProps, type CSSProperties, type ReactNode } from "react";

/**
 * The site's colors (app/site/tokens.css). Mail programs know no variables: the light values are inline, the dark ones come
 * by class where a program asks for them. One that inverts colors by itself starts from the light ones.
 */
export const LIGHT = {
  paper: "#f1f4f1",
  surface: "#ffffff",
  ink: "#0b191f",
  faint: "#55656a",
  line: "#dce2df",
  accent: "#0a5a5f",
  onAccent: "#ffffff",
};
export const DARK_ACCENT = "#62d2c7";

export const darkStyles = (accent: string) => `
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

export const FONT: CSSProperties = {
  fontFamily: "system-ui,-apple-system,'Segoe UI',sans-serif",
  overflowWrap: "anywhere",
};
export const BODY_TEXT: CSSProperties = { ...FONT, fontSize: "16px", lineHeight: "1.6", color: LIGHT.ink };
export const SMALL_TEXT: CSSProperties = { ...FONT, fontSize: "14px", lineHeight: "1.5", color: LIGHT.faint };
export const CELL: CSSProperties = {
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
export const stripControls = (text: string) =>
  text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");

export function Lines({ text }: { text: string }) {
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

// Elements as mail programs need them: tables for the layout, every style inline.

/** Attributes of a table that is no table of data. */
const LAYOUT = { border: 0, cellPadding: "0", cellSpacing: "0", role: "presentation" } as const;

interface SheetProps {
  /** Color of what surrounds the sheet. */
  paper: string;
  /** Of the sheet. */
  style: CSSProperties;
  children: ReactNode;
}

/**
 * The body with the centered sheet (class `surface`) on its paper. The paper is a cell: some programs drop the body's own styles, others
 * keep their margins.
 */
export function Sheet({ paper, style, children }: SheetProps) {
  return (
    <body className="paper" style={{ backgroundColor: paper, margin: 0, padding: 0 }}>
      <table {...LAYOUT} width="100%" align="center">
        <tbody>
          <tr>
            <td style={{ margin: 0, padding: "24px 12px", backgroundColor: paper }}>
              <table {...LAYOUT} width="100%" align="center" className="surface" style={style}>
                <tbody>
                  <tr style={{ width: "100%" }}>
                    <td>{children}</td>
                  </tr>
                </tbody>
              </table>
            </td>
          </tr>
        </tbody>
      </table>
    </body>
  );
}

/** A paragraph. Its margin is repeated side by side: some programs drop the shorthand. */
export function Text({
  style,
  ...props
}: ComponentProps<"p"> & { style: CSSProperties & { margin: string } }) {
  const [top, right = top, bottom = top, left = right] = style.margin.split(" ");
  const sides = { marginTop: top, marginRight: right, marginBottom: bottom, marginLeft: left };
  return <p {...props} style={{ fontSize: "14px", lineHeight: "24px", ...style, ...sides }} />;
}

/** A link in the text, underlined only where its style says so. */
export function Link({ style, children, ...props }: ComponentProps<"a"> & { style: CSSProperties }) {
  return (
    <a {...props} style={{ textDecorationLine: "none", ...style }} target="_blank">
      {children}
    </a>
  );
}
