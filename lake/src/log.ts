/** Where the lake tells what happens to it. `detail.error` may hold an Error. */
export type LakeLog = (
  level: "info" | "warn" | "error",
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;

/** For those who do not care. */
export const silent: LakeLog = () => {};
