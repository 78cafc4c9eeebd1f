import { fileURLToPath } from "node:url";

/** The path of the platform's documentation, which isn't part of this repository: next to it, or as configured. */
export const platformDocument =
  process.env.OIPKIT_PLATFORM_DOCUMENT ??
  fileURLToPath(new URL("../../../../shared/spec/000_c277f2000acea7c4.txt", import.meta.url));
