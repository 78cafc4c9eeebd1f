import { readFileSync } from "node:fs";
import { SandboxDataError } from "./data-error.js";

/** The text of a data file. Throws `data-unreadable`. */
export function readDataText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new SandboxDataError("data-unreadable", "The file can't be read.", { file, cause });
  }
}
