import { useEffect, useState } from "react";
import { useTexts } from "../../content/use-texts.ts";
import CONSENT from "../../model/texts/consent.json" with { type: "json" };
import { visitorObjects } from "../analytics.tsx";
import { reopenConsent } from "./choice.ts";

/** Opens the question about Google Analytics again. Nothing to choose without scripts, or where the browser has objected. */
export function ConsentLink() {
  const texts = useTexts(CONSENT);
  const [isOffered, setOffered] = useState(false);
  useEffect(() => setOffered(!visitorObjects(navigator)), []);
  if (!isOffered) return null;
  return (
    <button type="button" onClick={reopenConsent} className="footer-link">
      {texts.change}
    </button>
  );
}
