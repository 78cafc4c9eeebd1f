// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { DerivedMutant } from "./derived-mutant.js";

/** Keys that lose a difference. */
const keys: Readonly<Record<string, string>> = {
  "lower-case": "text.toLowerCase()",
  "first-twenty": "text.slice(0, 20)",
  "last-twenty": "text.slice(-20)",
  "letters-and-digits": 'text.replace(/[^a-z0-9]/gi, "")',
  "without-first": "text.slice(1)",
  "without-last": "text.slice(0, -1)",
  sum: "String([...text].reduce((sum, each) => sum + each.charCodeAt(0), 0))",
  "as-number": 'String(Number(`0x${text.replace(/[^0-9a-f]/g, "")}`))',
  half: "text.slice(0, text.length / 2)",
};

/** What happens to each value of an event on its way to the store; `drop` leaves it out. */
const values: Readonly<Record<string, string>> = {
  "falsy-dropped": "value ? value : drop",
  "null-dropped": "value === null ? drop : value",
  "false-dropped": "value === false ? drop : value",
  "zero-dropped": "value === 0 ? drop : value",
  "empty-text-dropped": 'value === "" ? drop : value',
  "empty-array-dropped": "Array.isArray(value) && value.length === 0 ? drop : value",
  "empty-object-dropped":
    'typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0 ? drop : value',
  "empty-text-to-null": 'value === "" ? null : value',
  trimmed: 'typeof value === "string" ? value.trim() : value',
  nfc: 'typeof value === "string" ? value.normalize("NFC") : value',
  nfd: 'typeof value === "string" ? value.normalize("NFD") : value',
  nfkc: 'typeof value === "string" ? value.normalize("NFKC") : value',
  "lower-case": 'typeof value === "string" ? value.toLowerCase() : value',
  "numbers-read":
    'typeof value === "string" && value.trim() !== "" && key !== "schema_version" && !Number.isNaN(Number(value)) ? Number(value) : value',
  "booleans-read": 'value === "true" ? true : value === "false" ? false : value',
  "null-read": 'value === "null" ? null : value',
  "dates-read":
    'typeof value === "string" && /^\\d{4}-\\d\\d-\\d\\d$/.test(value) ? new Date(value).toISOString() : value',
  "numbers-as-text": 'typeof value === "number" && key === "added_later" ? String(value) : value',
  "numbers-rounded": 'typeof value === "number" ? Math.round(value) : value',
  "numbers-in-32-bits": 'typeof value === "number" ? value | 0 : value',
  "controls-removed": 'typeof value === "string" ? value.replace(/[\\x00-\\x1f\\x7f]/g, "") : value',
  "line-ends-changed": 'typeof value === "string" ? value.replace(/\\r\\n/g, "\\n") : value',
  "invisible-removed":
    'typeof value === "string" ? value.replace(/[\\u200b-\\u200f\\u202a-\\u202e\\ufeff]/g, "") : value',
  "soft-hyphen-removed": 'typeof value === "string" ? value.replaceAll("\\u00ad", "") : value',
  "markup-escaped": 'typeof value === "string" ? value.replaceAll("<", "&lt;") : value',
  "markup-removed": 'typeof value === "string" ? value.replace(/<[^>]*>/g, "") : value',
  "quotes-doubled": 'typeof value === "string" ? value.replaceAll("\'", "\'\'") : value',
  unescaped: 'typeof value === "string" ? value.replaceAll("\\\\", "") : value',
  "template-filled": 'typeof value === "string" ? value.replace(/\\{\\{.*?\\}\\}/g, "") : value',
  "cut-at-255": 'typeof value === "string" ? value.slice(0, 255) : value',
  "cut-at-1000": 'typeof value === "string" ? value.slice(0, 1000) : value',
  "beyond-plane-replaced":
    'typeof value === "string" ? value.replace(/[\\u{10000}-\\u{10ffff}]/gu, "?") : value',
  "arrays-compacted": "Array.isArray(value) ? value.filter(Boolean) : value",
  "unknown-of-data-dropped": 'key === "added_later" ? drop : value',
  "deep-dropped": "depth > 4 ? drop : value",
};

/** What happens to the names of members. */
const names: Readonly<Record<string, string>> = {
  "lower-case": "key.toLowerCase()",
  "without-dots": 'key.replaceAll(".", "_")',
  "without-dollar": 'key.replace(/^\\$/, "")',
  "empty-filled": 'key || "_"',
  "without-spaces": 'key.replaceAll(" ", "")',
};

const mapped = (value: string, key: string): string =>
  "const drop = Symbol();\n" +
  "const map = (value, key, depth) => {\n" +
  `  const own = (() => { const it = value; return ${value}; })();\n` +
  "  if (own === drop || typeof own !== 'object' || own === null) return own;\n" +
  "  if (Array.isArray(own)) return own.map((each) => map(each, '', depth + 1)).filter((each) => each !== drop);\n" +
  "  return Object.fromEntries(Object.entries(own).map(([key, member]) => [" +
  key +
  ", map(member, key, depth + 1)]).filter(([, member]) => member !== drop));\n" +
  "};\n";

const storing = (name: string, value: string, key: string): DerivedMutant => ({
  name: `stored-${name}`,
  near: ["*/near/stored*", "6.3.6/*"],
  edits: {
    inbox: [
      ["const records = new Map();", `${mapped(value, key)}  const records = new Map();`],
      [
        'if (faults.inbox) throw new Error("the inbox is down");',
        'if (faults.inbox) throw new Error("the inbox is down");\n      record = { ...record, event: map(record.event, "", 0) };',
      ],
    ],
  },
});

/** Every careless store. */
export const storeMutants: readonly DerivedMutant[] = [
  ...Object.entries(values).map(([name, value]) => storing(name, value, "key")),
  ...Object.entries(names).map(([name, key]) => storing(`names-${name}`, "value", key)),
  ...Object.entries(keys).map(([name, key]) => ({
    name: `nonce-key-${name}`,
    near: ["*/near/nonce/*"],
    edits: {
      nonces: [
        [
          "async reserve(nonce, stamp, now) {",
          `async reserve(text, stamp, now) {\n      const nonce = ${key};`,
        ] as const,
      ],
    },
  })),
  ...Object.entries(keys).map(([name, key]) => ({
    name: `event-key-${name}`,
    near: ["*/near/event-key/*"],
    edits: {
      inbox: [
        [
          "const id = record.event.event_id;",
          `const id = ((text) => ${key})(record.event.event_id);`,
        ] as const,
        ["find: (id) => (records.has(id)", `find: (text, id = ${key}) => (records.has(id)`] as const,
      ],
    },
  })),
  ...Object.entries({
    "as-text": ['"" + version > "" + applied', "version > applied"],
    "at-least": ["version >= applied", "version > applied"],
  }).map(([name, [to = "", from = ""]]) => ({
    name: `version-${name}`,
    near: ["*/near/version-order/*", "*/near/same-version/*", "6.4/*"],
    edits: { resources: [[from, to] as const] },
  })),
  ...Object.entries({
    "one-remembered": "pending.clear(); pending.add(version)",
    "first-kept": "pending.size === 0 && pending.add(version)",
  }).map(([name, to]) => ({
    name: `pending-${name}`,
    near: ["*/near/version-order/*", "6.4/*"],
    edits: { resources: [["pending.add(version)", to] as const] },
  })),
  ...Object.entries({
    "whole-as-text": ["return JSON.stringify(value);", 'return value === null ? "null" : `"${value}"`;'],
    "arrays-sorted": [
      "return `[${value.map(contentOf).join()}]`;",
      "return `[${value.map(contentOf).sort().join()}]`;",
    ],
    "arrays-alike": ["return `[${value.map(contentOf).join()}]`;", 'return "[]";'],
    "arrays-by-length": ["return `[${value.map(contentOf).join()}]`;", "return `[${value.length}]`;"],
    "arrays-as-objects": ["if (Array.isArray(value)) return `[${value.map(contentOf).join()}]`;", ""],
    "names-alone": ["${JSON.stringify(name)}:${contentOf(value[name])}", "${JSON.stringify(name)}"],
    "values-alone": ["${JSON.stringify(name)}:${contentOf(value[name])}", "${contentOf(value[name])}"],
    "in-order": ["Object.keys(value).sort()", "Object.keys(value)"],
    "falsy-left-out": [
      "Object.keys(value).sort()",
      "Object.keys(value).filter((name) => value[name]).sort()",
    ],
    "null-left-out": [
      "Object.keys(value).sort()",
      "Object.keys(value).filter((name) => value[name] !== null).sort()",
    ],
    "texts-trimmed": [
      "return JSON.stringify(value);",
      'return JSON.stringify(typeof value === "string" ? value.trim() : value);',
    ],
    "texts-folded": [
      "return JSON.stringify(value);",
      'return JSON.stringify(typeof value === "string" ? value.toLowerCase() : value);',
    ],
    "texts-normalized": [
      "return JSON.stringify(value);",
      'return JSON.stringify(typeof value === "string" ? value.normalize("NFC") : value);',
    ],
    "numbers-rounded": [
      "return JSON.stringify(value);",
      'return JSON.stringify(typeof value === "number" ? Math.trunc(value) : value);',
    ],
  }).map(([name, [from = "", to = ""]]) => ({
    name: `content-${name}`,
    near: ["*/near/other-content/*", "*/near/same-content/*", "6.4/*"],
    open: true as const,
    edits: { inbox: [[from, to] as const] },
  })),
];
