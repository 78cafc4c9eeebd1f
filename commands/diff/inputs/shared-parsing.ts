import { parseText } from "../../../reader/documents/parse-text.js";
import type { ParsedText } from "../../../reader/documents/parsed-text.js";

/** A parser that parses each text once: most files are the same in both versions. */
export function sharedParsing(): typeof parseText {
  const known = { json: new Map<string, ParsedText>(), yaml: new Map<string, ParsedText>() };
  return (path, text) => {
    const texts = path.endsWith(".json") ? known.json : known.yaml;
    const parsed = texts.get(text) ?? parseText(path, text);
    texts.set(text, parsed);
    return parsed;
  };
}
