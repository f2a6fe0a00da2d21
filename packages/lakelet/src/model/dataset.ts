import { join } from "node:path";

/** Hosted Sanity's rule. It also makes the name safe in paths and patterns. */
const DATASET = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const isDatasetName = (name: string): boolean => DATASET.test(name);

/** Returns where a dataset is stored: `production` in the directory itself, others below it. */
export const datasetDirectory = (directory: string, dataset: string): string =>
  dataset === "production" ? directory : join(directory, "datasets", dataset);
