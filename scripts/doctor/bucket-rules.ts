import { Bucket } from "../../app/commands.server.ts";
import { checkOf, type Finding } from "./check.ts";

/** Unfinished uploads, which the site deletes after ten minutes. */
const UNFINISHED = "incoming/";

/** Whether an error says that there are no rules. A key with the rights of the documents may not ask at all. */
const isNone = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  error.cause.name === "NoSuchLifecycleConfiguration";

export const bucketRules = checkOf("s3", {
  id: "bucket-rules",
  expects: "no life cycle rule of the bucket deletes files; the site deletes unfinished uploads itself",
  todo: "Look at the bucket's life cycle rules (Amazon: Management): none may expire objects, but below incoming/.",
  page: () => "https://console.aws.amazon.com/s3/buckets",
  async run(settings): Promise<Finding[]> {
    const prefixes = await new Bucket(settings)
      .expiringPrefixes()
      .catch((error: unknown) => (isNone(error) ? [] : null));
    if (prefixes === null)
      return [{ look: "The key may not read the bucket's life cycle rules, or the service has none." }];
    return prefixes
      .filter((prefix) => !prefix.startsWith(UNFINISHED))
      .map((prefix) => ({
        wrong: `A life cycle rule of the bucket deletes files below “${prefix || "/"}”.`,
      }));
  },
});
