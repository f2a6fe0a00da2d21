import { useEffect, useRef, useState } from "react";
import { getDraftId, useClient, useCurrentUser, useDocumentPresence } from "sanity";
import type { DocumentActionComponent } from "sanity";
import { API_VERSION } from "../model/api.ts";

const RECENT_MS = 60_000;

/**
 * Returns a function that names the others who have a document open and changed its draft within the last minute. Presence alone
 * does not tell who types: the Studio empties its path with the first letter of a new draft.
 */
function useOthersAtWork(id: string): () => string {
  const client = useClient({ apiVersion: API_VERSION });
  const me = useCurrentUser()?.id;
  const present = useDocumentPresence(id);
  const edits = useRef(new Map<string, number>());
  useEffect(() => {
    const draft = { id: getDraftId(id) };
    const changes = client.listen("*[_id == $id]", draft, { includeResult: false, includeAllVersions: true });
    const listening = changes.subscribe({
      next: (event) => {
        if (event.type !== "mutation") return;
        if (event.transition === "disappear") edits.current.clear();
        else edits.current.set(event.identity, Date.now());
      },
      // Publishing then does not ask.
      error: () => {},
    });
    return () => listening.unsubscribe();
  }, [client, id]);
  return () => {
    const isAtWork = (who: string) => who !== me && Date.now() - (edits.current.get(who) ?? 0) < RECENT_MS;
    const others = present.filter(({ user }) => isAtWork(user.id));
    return [...new Set(others.map(({ user }) => user.displayName ?? "somebody"))].join(" and ");
  };
}

/** Returns the publish action with a confirmation while somebody else is editing the document. */
export const askToPublish = (publish: DocumentActionComponent): DocumentActionComponent => {
  const ask: DocumentActionComponent = (props) => {
    const action = publish(props);
    const othersAtWork = useOthersAtWork(props.id);
    const [others, setOthers] = useState("");
    if (!action) return null;
    const proceed = () => {
      setOthers("");
      action.onHandle?.();
    };
    const dialog = {
      type: "confirm" as const,
      tone: "primary" as const,
      message: `This document is being edited by ${others}. Publish anyway?`,
      confirmButtonText: "Publish",
      onConfirm: proceed,
      onCancel: () => setOthers(""),
    };
    const onHandle = () => {
      const names = othersAtWork();
      if (names) setOthers(names);
      else proceed();
    };
    return { ...action, onHandle, dialog: others ? dialog : action.dialog };
  };
  return Object.assign(ask, { action: publish.action });
};
