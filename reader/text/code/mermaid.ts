import { withoutUnprintable } from "../unprintable.js";

/** Text from a contract in a Mermaid diagram: characters that could end a label or be markup become entities. */
export function mermaidText(text: string): string {
  return withoutUnprintable(text).replace(
    /[^\p{L}\p{N} .,/()_-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );
}
