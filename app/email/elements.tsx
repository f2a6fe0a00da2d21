import type { ComponentProps, CSSProperties, ReactNode } from "react";

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
