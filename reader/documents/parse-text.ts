import { parseJson } from "./json.js";
import type { ParsedText } from "./parsed-text.js";
import { parseYaml } from "./yaml.js";

/** Parses a file as JSON if its name ends in `.json`, otherwise as YAML. Never throws; problems are in the result. */
export function parseText(path: string, text: string): ParsedText {
  return path.endsWith(".json") ? parseJson(text) : parseYaml(text);
}
