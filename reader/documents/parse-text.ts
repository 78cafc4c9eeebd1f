import { parseJson } from "./json.js";
import type { ParsedText } from "./parsed-text.js";
import { parseYaml } from "./yaml.js";

/** Parses a file as JSON if its name ends in `.json`, otherwise as YAML. Never throws; problems are in the result. */
export function parseText(path: string, text: string): ParsedText {
  if (path.endsWith(".json")) return parseJson(text);
  return parseYaml(text);
}
