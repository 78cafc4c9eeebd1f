import { readFileSync } from "node:fs";
import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Violation } from "../generated/validators/violation.js";
import { SandboxDataError } from "./data-error.js";
import { type DataFile, parseDataFile } from "./data-file.js";

/** A generated validator of a data file. */
export type CheckData = (value: unknown) => readonly Violation[];

/** A data file that its schema allows. */
export interface CheckedData<Content> extends DataFile {
  readonly content: Content;
}

/** Reads a YAML file of the sandbox and checks it by its schema. Throws `SandboxDataError` with the place of the first fault. */
export function readData<Content>(file: string, check: CheckData): CheckedData<Content> {
  return parseData({ file, text: readDataText(file) }, check);
}

/** The same for a text; `file` is its name in errors. */
export function parseData<Content>(
  source: { readonly file: string; readonly text: string },
  check: CheckData,
): CheckedData<Content> {
  const parsed = parseDataFile(source);
  const [violation] = check(parsed.content);
  if (violation !== undefined) {
    const { pointer, property, message } = violation;
    const path = [...fromPointer(pointer), ...(property === undefined ? [] : [property])];
    const places = path.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
    throw parsed.errorAt(places, "data-shape", `\`${pointer || "/"}\` ${message}.`);
  }
  return parsed as CheckedData<Content>;
}

/** The text of a data file. Throws `data-unreadable`. */
export function readDataText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new SandboxDataError("data-unreadable", "The file can't be read.", { file, cause });
  }
}
