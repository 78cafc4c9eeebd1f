import type { DiagnosticCode } from "../../reader/documents/diagnostic.js";
import type { RuleText } from "../report/reporter.js";

const texts: Readonly<Record<DiagnosticCode, readonly [meaning: string, help: string]>> = {
  "yaml-syntax": ["The YAML doesn't parse.", "Fix it at the position shown."],
  "json-syntax": ["The JSON doesn't parse.", "Fix it; comments and trailing commas aren't JSON."],
  "duplicate-key": ["A map has a key twice.", "Keep one of the two."],
  "too-deep": [
    "A text nests too deep, or references lead through too many schemas to one value.",
    "Move inner parts to definitions of their own; shorten chains of references.",
  ],
  "too-large": [
    "Aliases, references or overlays make a document grow beyond measure.",
    "Write out fewer repetitions; refer to one definition.",
  ],
  "not-a-contract": [
    "A file has the name of a contract but isn't one.",
    "Add the version, or rename the file.",
  ],
  "version-unsupported": ["A version that oipkit doesn't support.", "Convert the document."],
  "version-incomplete": [
    "Only a part of a version, such as `3.0`, which is read as `3.0.0`. A warning.",
    "Write all three numbers.",
  ],
  "overlay-invalid": [
    "An overlay has an unknown field, a target that isn't a JSONPath, or a value that can't be merged.",
    "Fix it; remove the target's current value first.",
  ],
  "overlay-extends": [
    "An overlay names no document that was read, or doesn't say which of several it is for.",
    "Give the path, relative to the overlay's folder.",
  ],
  "overlay-matches-nothing": [
    "A target of an overlay selects nothing.",
    "Fix the path, or remove the action.",
  ],
  "ref-not-found": ["A reference leads nowhere.", "Fix the path or the pointer."],
  "ref-cycle": [
    "References lead back to where they started.",
    "End the chain at something that isn't a reference.",
  ],
  "ref-kind": [
    "A reference leads to something that nothing can refer to: a text, a number, a list, `null` or the whole document.",
    "Refer to an object of the kind that is expected there.",
  ],
  "ref-remote": ["A reference to a URL.", "Save the document next to this one."],
  "ref-outside": [
    "A reference leads out of the contracts' folders, directly or by a link.",
    "Move the file into the folder, or allow its own folder with `--allow-refs-to`.",
  ],
  "ref-unreadable": [
    "A reference to a file that isn't read: a device, a named pipe, a folder, not UTF-8, or too large.",
    "Replace it by a file; split a large one, or raise the limit with `--max-file`.",
  ],
  "openapi-invalid": [
    "The structure isn't that of OpenAPI.",
    "Compare with the specification of that object.",
  ],
  "asyncapi-invalid": [
    "The structure isn't that of AsyncAPI.",
    "Compare with the specification of that object.",
  ],
  "not-judged": [
    "A library that checks documents failed on this one: a limit of oipkit, the document may be valid.",
    "Correct what other findings name; a part of the document may have a form that no specification knows.",
  ],
  "schema-invalid": [
    "A schema isn't valid JSON Schema, or has an unknown keyword.",
    "Fix the spelling; start your own annotations with `x-`.",
  ],
  "keyword-outdated": [
    "A keyword of OpenAPI 3.0 in an OpenAPI 3.1 document, read as it was meant.",
    "Write what the hint says.",
  ],
  "keyword-without-effect": [
    "A keyword of a schema is valid, but asserts nothing where it is, or lets nothing pass.",
    "Add the keyword that it needs, or remove it.",
  ],
  "number-inexact": [
    "A schema compares values with a number that no double holds.",
    "Choose a number with at most 15 digits, or make the value a string.",
  ],
  "type-unknown": [
    "A `type` that JSON Schema doesn't have.",
    "Write the type that the finding names, or leave `type` out for any value.",
  ],
  "mark-unread": [
    "`x-secret`, `x-level` or `x-clause` has a value that isn't read.",
    "Write the value that the finding names, or use another name for an extension of your own.",
  ],
  "format-unknown": [
    "A `format` isn't known, so it isn't checked.",
    "Fix the spelling, or leave it: values aren't refused for it.",
  ],
  "schema-format": [
    "A payload's schema isn't JSON Schema, so its type is `unknown`.",
    "Describe the payload in JSON Schema for types and a validator.",
  ],
  "schema-unchecked": [
    "The contract describes values that generated validators don't check.",
    "Check them in your own code, or describe them as JSON.",
  ],
  "feature-unsupported": [
    "A part of OpenAPI 3.2 that generated code doesn't do.",
    "Describe it in the way that the finding names, or leave it.",
  ],
  "pattern-invalid": [
    "A `pattern` isn't an ECMA-262 regular expression, so it is left out.",
    "Write it in the language of JavaScript's regular expressions.",
  ],
  "pattern-legacy": [
    "A `pattern` is valid only without the `u` flag, and is compiled without it.",
    "Escape only the characters that are meant literally.",
  ],
  "pattern-slow": [
    "Some text keeps a `pattern` busy for exponential or polynomial time.",
    "Let each text match in one way only, or add a small `maxLength`.",
  ],
  "enum-outside-base": [
    "An event allows a value that the schema it narrows doesn't have.",
    "Fix the value, or add it to the shared schema first.",
  ],
  "id-duplicate": [
    "Two embedded schemas with different content have the same `$id`, so references by it mean the first.",
    "Give each a `$id` of its own, or refer to it by its path.",
  ],
  "event-duplicate": ["Two messages describe the same event.", "Remove or rename one."],
  "event-type-missing": [
    "A message doesn't identify its event, or its name contradicts it.",
    "Give the type property a `const` or a `pattern`; make `name` equal to it.",
  ],
  "event-without-example": [
    "An event has no example. oipkit generates one from its schema, if it can.",
    "Add a document to the folder that the hint names.",
  ],
  "message-unused": ["A message is in no channel.", "Add it to a channel, or remove it."],
  "protocol-pointer-unknown": [
    "A pointer of the webhook protocol leads to a property that no event declares.",
    "Fix the pointer, or declare the property.",
  ],
  "protocol-incomplete": [
    "A part of the webhook protocol needs another one that is missing, or contradicts it.",
    "Add what the hint names, or remove what needs it.",
  ],
  "protocol-weak": [
    "The platform's deliveries are easier to forge or to replay than they need be.",
    "Improve the protocol if it is yours; otherwise keep every event in the inbox.",
  ],
  "path-parameter-unknown": ["A path parameter isn't in the path.", "Make the two names equal."],
  "path-parameter-missing": ["A part of the path in braces has no parameter.", "Add the parameter."],
  "security-scheme-unknown": [
    "A security requirement names a scheme that isn't declared.",
    "Fix the name, or declare the scheme.",
  ],
  "required-undefined": [
    "A required property isn't defined by any schema of the object.",
    "Fix the name, or define the property.",
  ],
  "oneof-overlap": [
    "No value of a branch of `oneOf` can be valid, since each is valid by another branch, too.",
    "Give the branches a property with different `const`, or use `anyOf`.",
  ],
  "operation-id-duplicate": ["Two operations have one `operationId`.", "Make it unique."],
  "extension-invalid": [
    "An extension fails its schema, or names something that doesn't exist.",
    "Write what the hint expects.",
  ],
  "example-invalid": [
    "An example fails its schema, or a counterexample doesn't give the expected errors.",
    "Fix the example, its expectation or the schema, whichever is wrong.",
  ],
  "example-orphan": [
    "An example's folder names no event or schema, or `expected.yaml` and its folder disagree.",
    "Rename the folder; add or remove the entry.",
  ],
  "case-invalid": ["A conformance case fails its schema.", "Write what the hint expects."],
  "accepted-changes-invalid": [
    "The list of accepted changes fails its schema.",
    "Write what the hint expects; `docs/reference/diff.md` shows an entry.",
  ],
  "version-step-missing": [
    "Breaking changes come without a changeset or a version that says so.",
    "Run `oipkit changelog --changeset`, or raise the version of the package.",
  ],
  "clauses-invalid": ["The ledger of clauses fails its schema.", "Write what the hint expects."],
};

const warnings: readonly string[] = [
  "openapi-invalid",
  "keyword-outdated",
  "pattern-invalid",
  "pattern-legacy",
  "path-parameter-unknown",
  "path-parameter-missing",
  "security-scheme-unknown",
  "operation-id-duplicate",
  "event-without-example",
  "message-unused",
  "protocol-weak",
  "required-undefined",
  "oneof-overlap",
];

/** What a code of a diagnostic means, and what to do (`docs/reference/diagnostics.md`). */
export function describeDiagnostic(code: string): RuleText {
  const [meaning, help] = texts[code as DiagnosticCode];
  return { meaning, help, level: warnings.includes(code) ? "warning" : "error" };
}
