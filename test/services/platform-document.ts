import { fileURLToPath } from "node:url";

/** Where the platform's documentation is, which isn't ours to ship: beside the repository, or where the variable says. */
export const platformDocument =
  process.env.OIPKIT_PLATFORM_DOCUMENT ??
  fileURLToPath(new URL("../../../shared/spec/000_c277f2000acea7c4.txt", import.meta.url));
