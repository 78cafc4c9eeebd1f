import { parseJson } from "./json.js";
import type { ParsedText } from "./parsed-text.js";
import { parseYaml } from "./yaml.js";

/** Parses a file as JSON if its name says so, otherwise as YAML. Problems are in the result; it never throws. */
export function parseText(path: string, text: string): ParsedText {
  return path.endsWith(".json") ? parseJson(text) : parseYaml(text);
}
