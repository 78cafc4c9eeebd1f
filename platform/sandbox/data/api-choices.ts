import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { SandboxApi } from "../generated/schemas.js";
import { check, is } from "../generated/validators/sandbox-api.js";
import { parseDataFile } from "./data-file.js";
import { readData, readDataText } from "./read-data.js";

/** Reads a file such as `contracts/sandbox/api.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readApiChoices(file: string): SandboxApi {
  return parseApiChoices({ file, text: readDataText(file) });
}

/** Reads the API's choices from YAML; `file` is its name in errors. Throws `SandboxDataError` if they are wrong. */
export function parseApiChoices(source: { readonly file: string; readonly text: string }): SandboxApi {
  const parsed = parseDataFile(source);
  const { content } = parsed;
  if (is(content)) return content;
  const [violation] = check(content);
  throw parsed.errorAt(
    fromPointer(violation?.pointer ?? ""),
    "data-shape",
    `${sentence(violation?.message ?? "it isn't valid")} \`platform/sandbox/data/schemas/sandbox-api.schema.yaml\` describes the file.`,
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Reads a file such as `contracts/sandbox/api.yaml`. Throws `SandboxDataError` if it is wrong. */
export function readApi(file: string): SandboxApi {
  return readData<SandboxApi>(file, check).content;
}
