import type { RuleText } from "../reporter.js";

const fix = "Fix the document, or the contract if the document is right.";

const texts: Readonly<Record<string, readonly [meaning: string, help: string]>> = {
  "json-syntax": ["The text isn't valid JSON.", "Fix the syntax at the position shown."],
  "invalid-utf8": ["The text isn't valid UTF-8.", "Write the document in UTF-8."],
  "too-long": [
    "A line or a file is larger than the limit.",
    "Split the input, or raise the limit with --max-line.",
  ],
  "too-deep": ["The document is nested too deeply to check.", "Nest fewer objects and lists."],
  "unknown-document": [
    "Nothing says what kind of document this is.",
    "Name its kind with --as, or by the name of its folder.",
  ],
  "unknown-event-type": [
    "The contracts have no event of this type.",
    "Fix the type, or generate from the contract that has it.",
  ],
  "decryption-failed": ["The key can't decrypt the body.", "Set the key that the body was encrypted with."],
  "unknown-property": ["The contract doesn't have this property.", "Remove it, or check its spelling."],
  "duplicate-key": [
    "An object has a key twice; parsers differ in which value they use.",
    "Keep one of the two.",
  ],
  "event-id-conflict": ["One event id has two contents.", "Give each event its own id."],
  "version-backwards": [
    "The version of a resource goes back.",
    "Number the versions of a resource in ascending order.",
  ],
  "version-gap": ["The versions of a resource skip a number.", "Add the missing event."],
  "version-uncompared": [
    "A version isn't an integer of 64 bits, so its order isn't checked.",
    "Number the versions of a resource by integers of at most 64 bits.",
  ],
  unreadable: ["The file can't be read.", "Check the path and its permissions."],
  "gzip-broken": ["The compressed data is damaged or incomplete.", "Compress the file again."],
  "stale-baseline": ["An entry of the baseline matches nothing.", "Remove the entry."],
  required: ["A required property is missing.", fix],
  type: ["A value has the wrong type.", fix],
  enum: ["A value isn't one of those allowed.", fix],
  const: ["A value isn't the one that is allowed.", fix],
  format: ["A text doesn't have the required format.", fix],
  pattern: ["A text doesn't match the required pattern.", fix],
};

/** What a code of `oipkit validate` means (`docs/reference/validate.md`); a code without its own text is a keyword or a rule. */
export function describeCode(code: string): RuleText {
  const rule = /^rule\/(.+)$/.exec(code)?.[1];
  const [meaning, help] = texts[code] ?? [
    rule === undefined
      ? `The document doesn't satisfy the keyword \`${camelCase(code)}\` of the contract's schema.`
      : `The document breaks the contract's rule \`${rule}\` between fields.`,
    fix,
  ];
  return { meaning, help, level: "error" };
}

function camelCase(code: string): string {
  return code.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
