import { createSchema } from "sanity";
import { schemaTypes } from "./index.ts";

/** The types as the Studio compiles them, for tests that walk through their fields. */
export const compiledSchema = createSchema({ name: "default", types: schemaTypes });
