import { toPointer, valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { ByteEdit } from "../../../../commands/conform/suite/delivery.js";
import type { Case } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearFacts, type NearMiss, unreadable } from "./near-miss.js";

const lenient = "The parser is probably lenient, or reads only the first value.";

/** Texts that only lenient parsers read as JSON. */
export const jsonFamily: Family = {
  name: "json",
  member: "responses",
  rule: "A body that isn't exactly one JSON object in UTF-8 is refused.",
  on: "main",
  cases: (facts) => [
    ...around.map(([name, edits]) => refusing(name, edits)),
    ...inside.map(([name, member]) => refusing(name, [beforeEnd(`,"added_later":${member}`)].flat())),
    ...structure.map(([name, edits]) => refusing(name, edits)),
    ...encodings.map(([name, edits]) => refusing(name, edits, "The text is probably decoded leniently.")),
    ...repeated(facts),
  ],
};

function refusing(name: string, body: readonly ByteEdit[], cause = lenient): NearMiss {
  return {
    name,
    why: "Only one JSON object, and nothing before or after it, is an event; parsers must not guess what was meant.",
    cause,
    steps: [delivering({ body }, unreadable)],
  };
}

/** Text in front of the last brace of the object. */
function beforeEnd(text: string): readonly ByteEdit[] {
  return [{ append: "\n" }, { replace: "}\n", with: `${text}}` }];
}

const append = (text: string): readonly ByteEdit[] => [{ append: text }];
const prepend = (text: string): readonly ByteEdit[] => [{ prepend: text }];

const around: readonly (readonly [string, readonly ByteEdit[]])[] = [
  ["followed-by-brace", append("}")],
  ["followed-by-bracket", append("]")],
  ["followed-by-object", append(" {}")],
  ["followed-by-line-and-object", append("\n{}")],
  ["followed-by-null", append("null")],
  ["followed-by-number", append(" 1")],
  ["followed-by-text", append('""')],
  ["followed-by-letter", append("x")],
  ["followed-by-comma", append(",")],
  ["followed-by-semicolon", append(";")],
  ["followed-by-nul", append("\0")],
  ["followed-by-nul-and-more", append("\0garbage")],
  ["followed-by-comment", append("// comment")],
  ["followed-by-block-comment", append("/* comment */")],
  ["followed-by-hash", append("\n# comment")],
  ["followed-by-no-break-space", append("\u00a0")],
  ["followed-by-form-feed", append("\f")],
  ["followed-by-vertical-tab", append("\v")],
  ["followed-by-line-separator", append("\u2028")],
  ["followed-by-mark", append("\ufeff")],
  ["followed-by-end-mark", append("\u001a")],
  ["after-mark", prepend("\ufeff")],
  ["after-letter", prepend("x")],
  ["after-brace", prepend("}")],
  ["after-object", prepend("{}")],
  ["after-nul", prepend("\0")],
  ["after-comment", prepend("// comment\n")],
  ["after-block-comment", prepend("/* comment */")],
  ["after-guard", prepend(")]}',\n")],
  ["after-no-break-space", prepend("\u00a0")],
  ["after-form-feed", prepend("\f")],
  ["after-record-separator", prepend("\u001e")],
  ["after-assignment", prepend("event=")],
  ["in-array", [{ prepend: "[" }, { append: "]" }]],
  ["in-parentheses", [{ prepend: "(" }, { append: ")" }]],
  ["in-call", [{ prepend: "callback(" }, { append: ")" }]],
];

/** Values of a member that JSON doesn't have. */
const inside: readonly (readonly [string, string])[] = [
  ["not-a-number", "NaN"],
  ["infinity", "Infinity"],
  ["minus-infinity", "-Infinity"],
  ["undefined", "undefined"],
  ["python-literal", "None"],
  ["python-boolean", "True"],
  ["leading-zero", "01"],
  ["plus-sign", "+1"],
  ["no-integer-part", ".5"],
  ["no-fraction", "1."],
  ["no-exponent", "1e"],
  ["hexadecimal", "0x1"],
  ["grouped-digits", "1_000"],
  ["raw-newline", '"a\nb"'],
  ["raw-tab", '"a\tb"'],
  ["raw-control", '"a\u0001b"'],
  ["hexadecimal-escape", String.raw`"\x41"`],
  ["unknown-escape", String.raw`"\q"`],
  ["short-escape", String.raw`"\u12"`],
  ["quote-escape", String.raw`"\'"`],
  ["single-quoted", "'text'"],
  ["unquoted", "text"],
  ["inner-comment", "/* comment */ 1"],
  ["array-comma", "[1,]"],
  ["array-gap", "[1,,2]"],
  ["missing-value", ""],
];

const structure: readonly (readonly [string, readonly ByteEdit[]])[] = [
  ["missing-brace", [{ append: "\n" }, { replace: "}\n", with: "" }]],
  ["doubled-comma", beforeEnd(',,"added_later":1')],
  ["unquoted-name", beforeEnd(",added_later:1")],
  ["missing-comma", beforeEnd(' "added_later":1')],
  ["equals-sign", beforeEnd(',"added_later"=1')],
  ["leading-comma", [{ replace: "{", with: "{," }]],
  ["as-text", [{ stringified: true }]],
  ["quoted", [{ prepend: '"' }, { append: '"' }]],
];

const marked = (hex: string): readonly ByteEdit[] => [
  ...beforeEnd(',"added_later":"marked_here"'),
  { replace: "marked_here", withHex: hex },
];

/** Bytes that aren't UTF-8, in a field that nobody reads. */
const encodings: readonly (readonly [string, readonly ByteEdit[]])[] = [
  ["lone-continuation", marked("6180")],
  ["overlong-slash", marked("c0af")],
  ["overlong-nul", marked("c080")],
  ["encoded-surrogate", marked("eda080")],
  ["surrogate-pair", marked("eda0bdedb880")],
  ["beyond-unicode", marked("f4908080")],
  ["unfinished", marked("e282")],
  ["latin-1", marked("e9")],
  ["five-bytes", marked("f888808080")],
  ["invalid-after-end", [{ appendHex: "ff" }]],
];

/** A compared member twice. A JSON parser may take either value; that of most is the last, so the last is wrong here. */
function repeated({ protocol, event }: NearFacts): readonly NearMiss[] {
  const names = [
    protocol.token && toPointer([protocol.token.property]),
    protocol.headers?.eventId && protocol.event?.id,
    protocol.headers?.eventType && protocol.event?.type,
  ];
  return names.flatMap((place): NearMiss[] => {
    const [, name] = /^\/([^/~]+)$/.exec(place ?? "") ?? [];
    if (
      name === undefined ||
      (name !== protocol.token?.property && valueAtPointer(event, `/${name}`) === undefined)
    )
      return [];
    const level: Case["level"] = "info";
    return [
      {
        name: `repeated-${name.replaceAll("_", "-")}`,
        level,
        why: "Of a member that occurs twice, no parser may use the first value while another one uses the last.",
        cause: "The parser probably uses the first of several members with one name.",
        steps: [
          delivering({ body: beforeEnd(`,"${name}":"another"`) }, ["unauthenticated", "unprocessable", 400]),
        ],
      },
    ];
  });
}

/** More than any limit of depth that receivers have. */
const many = 600;

/** Texts that are JSON, although a strict or a simple reader may not take them for it. */
export const jsonFormFamily: Family = {
  name: "json-form",
  member: "responses",
  rule: "JSON is read whatever its form.",
  on: "main",
  cases({ protocol, event }) {
    const [name = ""] = Object.keys(event);
    const first = `"${name}":`;
    const escaped = `"\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}":`;
    const form = (each: string, body: readonly ByteEdit[]): NearMiss => ({
      name: each,
      why: "White space and escapes don't change what JSON says; a valid event that is refused isn't sent again.",
      cause: "The body is probably searched as text, or trimmed, instead of parsed.",
      steps: [delivering({ body }, ["accepted"])],
    });
    const forms: NearMiss[] = [
      form("space-around", [{ prepend: " \t\r\n" }, { append: " \t\r\n" }]),
      form("space-inside", [{ indent: 1 }]),
      form("reversed-members", [{ members: "reversed" }]),
    ];
    if (name !== "") forms.push(form("escaped-name", [{ replace: first, with: escaped }]));
    forms.push(
      form("brackets-in-text", beforeEnd(String.raw`,"added_later":"}]{[\"\\"`)),
      form("many-brackets-in-text", beforeEnd(`,"added_later":"${"[{".repeat(many)}"`)),
      form("many-small-values", beforeEnd(`,"added_later":[${"[],{},".repeat(many)}0]`)),
      form("numbers", beforeEnd(',"added_later":[0,-0,1E+2,1e-7,123456789012345678901234567890]')),
    );
    if (protocol.token !== undefined)
      forms.push(form("name-in-text", [{ put: "/added_later", value: `"${protocol.token.property}":"x"` }]));
    return forms;
  },
};
