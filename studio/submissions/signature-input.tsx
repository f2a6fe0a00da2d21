import { Card, Text } from "@sanity/ui";
import type { StringInputProps } from "sanity";
import { isDrawn } from "../../app/model/contracts/contract-document.ts";

/** Shows a stored signature in place of its text field. */
export const SignatureInput = ({ value }: StringInputProps) => <Signature value={value} />;

/** A signature: a drawn one as the picture that it is, or a typed name. */
export function Signature({ value = "" }: { value: string | undefined }) {
  if (value === "") return <Text muted>Not signed.</Text>;
  if (!isDrawn(value)) return <Text style={{ fontStyle: "italic" }}>{value}</Text>;
  return (
    // Drawn in dark ink, so on white paper in the dark scheme too.
    <Card padding={3} border radius={2} style={{ background: "#fff" }}>
      <img
        src={value}
        alt="Signature of the client"
        style={{ display: "block", maxWidth: "100%", maxHeight: "10rem" }}
      />
    </Card>
  );
}
