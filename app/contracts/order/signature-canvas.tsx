import { useEffect, useRef } from "react";
import SignaturePad from "signature_pad";

/** Pen width, throttle in ms and minimum distance of two points (docs/specification.md, section 9). */
const PEN = { minWidth: 0.5, maxWidth: 2.5, throttle: 16, minDistance: 5 };

/** The pad, 200 px high and full width. `onChange` gets a PNG as a data URI, or `""` when it is cleared. */
export function SignatureCanvas({ onChange }: { onChange: (value: string) => void }) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const padRef = useRef<SignaturePad | null>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    const scale = window.devicePixelRatio || 1;
    canvas.width = canvas.offsetWidth * scale;
    canvas.height = canvas.offsetHeight * scale;
    canvas.getContext("2d")?.scale(scale, scale);
    // Black on white in both themes: it is stored and printed.
    const pad = new SignaturePad(canvas, { ...PEN, penColor: "#000", backgroundColor: "#fff" });
    const report = () => changed.current(pad.isEmpty() ? "" : pad.toDataURL("image/png"));
    pad.addEventListener("endStroke", report);
    padRef.current = pad;
    return () => {
      pad.removeEventListener("endStroke", report);
      pad.off();
    };
  }, []);

  return (
    <div>
      <canvas
        ref={canvasRef}
        className="signature-pad"
        role="img"
        aria-label="Signature pad: draw with the mouse or a finger"
      />
      <button
        type="button"
        className="mt-2 min-h-11 text-link"
        onClick={() => {
          padRef.current?.clear();
          onChange("");
        }}
      >
        Clear
      </button>
    </div>
  );
}
