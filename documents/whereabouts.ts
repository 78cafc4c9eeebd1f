import { basename, dirname } from "node:path";
import type { Whereabouts } from "./inspect.js";

const nowhere: Whereabouts = { folder: undefined, declared: false };

/** Facts about a file's folder that help to identify its kind. */
export function whereaboutsOf(path: string | undefined): Whereabouts {
  if (path === undefined) return nowhere;
  const folder = dirname(path);
  return { folder: basename(folder), declared: /^(?:counter)?examples$/.test(basename(dirname(folder))) };
}
