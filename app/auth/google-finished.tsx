import { useEffect } from "react";
import { Container } from "../ui/container.tsx";
import { FormStatus } from "../ui/form-status.tsx";
import { googleFailureText, type AuthCode } from "./results.ts";
import { AUTH_TEXTS } from "./messages.ts";
import { broadcastSession } from "./session-client.ts";

/** The last page of the Google window: reports the result to the page that opened it, and closes. */
export function GoogleFinished({ failed }: { failed: AuthCode | null }) {
  useEffect(() => {
    broadcastSession(
      failed
        ? { about: "google", outcome: "failed", code: failed }
        : { about: "google", outcome: "signed-in" },
    );
    window.close();
  }, [failed]);
  return (
    <Container width="text" className="py-24">
      <h1 className="tight mb-6 text-3xl">{failed ? AUTH_TEXTS.title : AUTH_TEXTS.finishedHeading}</h1>
      <FormStatus tone={failed ? "error" : "success"}>
        <p>{failed ? (googleFailureText(failed) ?? AUTH_TEXTS.googleFailed) : AUTH_TEXTS.finished}</p>
      </FormStatus>
    </Container>
  );
}
