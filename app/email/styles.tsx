import { Fragment, type CSSProperties } from "react";

/**
 * The site's colors (app/layout/tokens.css). Mail programs know no variables: the light values are inline, the dark ones come
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
