type Kept = { value: string | Set<string>; endsAt: number };

/** Redis' strings and sets with their ends, as far as the site uses them. Undefined: not one of its commands. */
export class Keys {
  readonly #keys = new Map<string, Kept>();

  #kept(key: string): Kept | undefined {
    const kept = this.#keys.get(key);
    if (kept && kept.endsAt <= Date.now()) this.#keys.delete(key);
    return this.#keys.get(key);
  }

  run(name: string, [key = "", ...rest]: string[]): number | string | null | string[] | undefined {
    const kept = this.#kept(key);
    switch (name) {
      case "SET": {
        const [value = "", option, at] = rest;
        if (option !== undefined && option.toUpperCase() !== "PXAT")
          throw new Error(`SET knows no ${option} here.`);
        this.#keys.set(key, { value, endsAt: at ? Number(at) : Infinity });
        return "OK";
      }
      case "GET":
        return typeof kept?.value === "string" ? kept.value : null;
      case "PTTL":
        if (!kept) return -2;
        return kept.endsAt === Infinity ? -1 : kept.endsAt - Date.now();
      case "PEXPIREAT":
        if (kept) kept.endsAt = Number(rest[0]);
        return kept ? 1 : 0;
      case "DEL":
        return [key, ...rest].filter((one) => this.#keys.delete(one)).length;
      case "SADD": {
        const members = kept?.value instanceof Set ? kept.value : new Set<string>();
        const before = members.size;
        for (const member of rest) members.add(member);
        this.#keys.set(key, { value: members, endsAt: kept?.endsAt ?? Infinity });
        return members.size - before;
      }
      case "SMEMBERS":
        return kept?.value instanceof Set ? [...kept.value] : [];
      default:
        return undefined;
    }
  }
}
