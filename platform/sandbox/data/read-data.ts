import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { SandboxDeliveries } from "../generated/schemas.js";
import { check } from "../generated/validators/sandbox-deliveries.js";
import type { Violation } from "../generated/validators/violation.js";
import { allowedStatuses } from "../platform/commerce/index.js";
import { type DataFile, parseDataFile, SandboxDataError } from "./data-file.js";

/** A generated validator of a data file. */
type CheckData = (value: unknown) => readonly Violation[];

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

/** The data files of the sandbox. */
type DataFileName = "seed.yaml" | "lifecycle.yaml" | "deliveries.yaml" | "api.yaml" | "identity.yaml";

/** Beside the compiled program, and in a clone. */
const folders = ["../contracts/", "../../../contracts/sandbox/"];

/** The path of a data file: the one of a folder, if it has one, or that which comes with the sandbox. */
export function dataFile(name: DataFileName, folder?: string): string {
  const own = folder === undefined ? undefined : join(folder, name);
  if (own !== undefined && existsSync(own)) return own;
  const paths = folders.map((each) => fileURLToPath(new URL(each + name, import.meta.url)));
  return paths.find((path) => existsSync(path)) ?? (paths[0] as string);
}

/** Reads a file such as `contracts/sandbox/deliveries.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readDeliveries(file: string): SandboxDeliveries {
  const { content, errorAt } = readData<SandboxDeliveries>(file, check);
  for (const [index, type] of content.untested_events.entries())
    if (!Object.hasOwn(allowedStatuses, type))
      throw errorAt(["untested_events", index], "data-reference", `\`${type}\` is no subscription event.`);
  return content;
}
