/** Returns the string in localStorage; null when there is none or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a string in localStorage, or removes it with null. Returns false when storage is blocked or full. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Subscribers to a stored value, for useSyncExternalStore. `onOtherTab` receives a value that another tab stored. */
export function createSubscribers(key: string, onOtherTab: (value: string | null) => void) {
  const listeners = new Set<() => void>();
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key) onOtherTab(event.newValue);
  };
  return {
    subscribe(this: void, listener: () => void): () => void {
      if (listeners.size === 0) addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) removeEventListener("storage", onStorage);
      };
    },
    notify(this: void): void {
      for (const listener of listeners) listener();
    },
  };
}
