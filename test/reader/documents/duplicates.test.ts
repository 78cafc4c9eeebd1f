import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseText } from "../../../reader/documents/parse-text.js";
import { escapeToken, toPointer } from "../../../runtime/json-pointer/index.js";
import {
  hostileKey,
  print,
  spaces,
  type Text,
  whiteSpace,
} from "../../support/reader/documents/json-text.js";

/** JSON whose objects may have duplicate keys. */
const text: fc.Arbitrary<Text> = fc.letrec<{ value: Text }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.oneof(hostileKey, fc.integer(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      // A lone backslash as a key would make `JSON.parse` of V8 from Node.js 24 misread later keys (nodejs/node#63785).
      .array(fc.tuple(fc.oneof(fc.constantFrom("a", "b", '"', "\\_"), hostileKey), tie("value")), {
        maxLength: 5,
      })
      .map((members) => ({ members })),
  ),
})).value;

/** The pointer of each duplicate key, in the order of the text. */
function duplicatesIn(value: Text, pointer = ""): string[] {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value))
    return value.flatMap((item: Text, index) => duplicatesIn(item, `${pointer}/${index}`));
  const { members } = value as Exclude<typeof value, readonly Text[]>;
  return members.flatMap(([key, item], index) => {
    const here = `${pointer}/${escapeToken(key)}`;
    const again = members.slice(0, index).some(([other]) => other === key);
    return [...(again ? [here] : []), ...duplicatesIn(item, here)];
  });
}

/** The value of a text that has no duplicate keys. */
function meantValue(value: Text): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Text) => meantValue(item));
  const { members } = value as Exclude<typeof value, readonly Text[]>;
  return Object.fromEntries(members.map(([key, item]) => [key, meantValue(item)]));
}

describe("duplicate keys", () => {
  it.each(["a.json", "a.yaml"])("are all reported at their places, and nothing else is: %s", (path) => {
    // YAML doesn't allow a tab as indentation, or a colon on another line than its key.
    const space = path.endsWith(".json") ? whiteSpace : fc.constantFrom([""], [" "]);
    fc.assert(
      fc.property(text, space, (value, list) => {
        const source = print(value, spaces(list));
        const meant = JSON.stringify(meantValue(value));
        // In Node.js 24, JSON.parse reads the key "\"" as "\\" if an object of the same shape had that key.
        fc.pre(path.endsWith(".yaml") || JSON.stringify(JSON.parse(source)) === meant);
        const { problems, value: parsed } = parseText(path, source);
        const found = problems.map(({ code, tokens }) => [code, toPointer(tokens ?? [])]);
        const wanted = duplicatesIn(value).map((pointer) => ["duplicate-key", pointer]);
        expect(found.toSorted()).toEqual(wanted.toSorted());
        if (wanted.length > 0) return;
        expect(JSON.stringify(parsed)).toBe(meant);
      }),
      { numRuns: 300 },
    );
  });
});
