export { createLake } from "./lake.ts";
export type { LakeUser, SiteSession } from "./auth/session.ts";
export type { PublicImages, PublicImageSize } from "./images/public-images.ts";
export type { Lake, LakeOptions, LakeStats } from "./lake.ts";
export { LakeDirectoryError } from "./store/database.ts";
export type { LakeDocument } from "./document.ts";
export type { LakeLog } from "./errors.ts";
export type { Change, CommittedTransaction } from "./store/transaction-log.ts";
