import { Component, startTransition, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { lazyModule } from "./lazy-module.ts";
import { reportError } from "./report-error.ts";

interface PartOptions<Props> {
  /** Shown while the part loads. */
  waiting?: ReactNode;
  /** Shown in place of a part that a form needs (missing-part.tsx); without it a part that fails shows nothing. */
  missing?: (onRetry: () => void, props: Props) => ReactNode;
  /** Selector of the part in the HTML of a server that preloads it: the page is hydrated with its code. */
  rendered?: string;
}

const inDocument: Promise<void>[] = [];

/** Resolves when the code of the parts is there that the server rendered. Rejects when some cannot be loaded. */
export const loadPartsInDocument = () => Promise.all(inDocument);

/**
 * Returns a component whose code is loaded when it is first shown, or by `preload` before. When that fails, or the part throws, the
 * page around it stays as it is. Not `React.lazy`: without a Suspense boundary in the server's HTML no update can meet one
 * that is not hydrated yet (React's error 421). The server renders `waiting`, unless it preloads the part.
 */
export function lazyPart<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { waiting = null, missing, rendered }: PartOptions<Props> = {},
) {
  const loadModule = lazyModule(load);
  let Loaded: ComponentType<Props> | undefined;
  const request = async () => {
    Loaded = pick(await loadModule());
  };
  if (!import.meta.env.SSR && rendered && document.querySelector(rendered)) inDocument.push(request());

  function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => Loaded);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      if (Part || isMissing) return;
      let isGone = false;
      request().then(
        () => isGone || startTransition(() => setPart(() => Loaded)),
        () => isGone || setMissing(true),
      );
      return () => {
        isGone = true;
      };
    }, [Part, isMissing]);

    if (isMissing) return missing?.(() => setMissing(false), props) ?? null;
    if (!Part) return waiting;
    return (
      <PartBoundary onError={() => setMissing(true)}>
        <Part {...props} />
      </PartBoundary>
    );
  }

  /** Loads the code before the part is shown. Never rejects. */
  const preload = () => request().catch(() => undefined);
  /** Gives the code that a page has loaded already, so that its first render shows the part. */
  const provide = (part: ComponentType<Props>) => {
    Loaded = part;
  };
  return Object.assign(LazyPart, { preload, provide });
}

interface BoundaryProps {
  onError: () => void;
  children: ReactNode;
}

/** Keeps an error of a part from replacing the page. */
class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    void reportError(error, "part");
    this.props.onError();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
