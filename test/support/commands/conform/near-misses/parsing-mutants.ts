// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { DerivedMutant } from "./derived-mutant.js";

/** One place with several careless pieces in the place of the right one. */
interface Spot {
  readonly place: string;
  readonly file: string;
  readonly from: string;
  readonly near: readonly string[];
  readonly pieces: Readonly<Record<string, string>>;
  readonly encrypted?: true;
  readonly open?: true;
}

const json = (text: string): string => `JSON.parse(${text})`;
const unpadded = (piece: string): string =>
  "decipher.setAutoPadding(false);\n" +
  "    const blocks = Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);\n" +
  "    const last = blocks.at(-1);\n" +
  `    ${piece}`;

const spots: readonly Spot[] = [
  {
    place: "json",
    file: "body",
    from: "JSON.parse(text)",
    near: ["*/near/json/*", "6.3.4/*", "*/near/token/*", "*/near/binding/*"],
    pieces: {
      trimmed: json("text.trim()"),
      "without-mark": json('text.replace(/^\\uFEFF|\\uFEFF$/g, "")'),
      "without-nul": json('text.replaceAll("\\0", "")'),
      "cut-at-nul": json('text.split("\\0")[0]'),
      "to-last-brace": json('text.slice(0, text.lastIndexOf("}") + 1)'),
      "from-first-brace": json('text.slice(text.indexOf("{"))'),
      "braces-alone": json('text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)'),
      "first-line": json('text.split("\\n{")[0]'),
      "one-brace-too-many": json('text.replace(/}}$/, "}")'),
      "without-line-comments": json('text.replace(/\\/\\/.*$/gm, "")'),
      "without-block-comments": json('text.replace(/\\/\\*.*?\\*\\//g, "")'),
      "without-hash-comments": json('text.replace(/^#.*$/gm, "")'),
      "without-trailing-commas": json('text.replace(/,\\s*([}\\]])/g, "$1")'),
      "single-quotes": json("text.replaceAll(\"'\", '\"')"),
      "unquoted-names": json('text.replace(/([,{])([a-z_]+):/g, "$1\\"$2\\":")'),
      "not-a-number": json('text.replace(/:(?:-?Infinity|NaN|undefined|None)/g, ":null")'),
      "python-literals": json('text.replaceAll(":True", ":true").replaceAll(":None", ":null")'),
      "numbers-of-script": json(
        "text.replace(/:\\+?(0x[0-9a-f]+|\\.\\d+|\\d+\\.|0\\d+)([,}])/gi, (_, n, end) => `:${Number(n)}${end}`)",
      ),
      "grouped-digits": json('text.replace(/(\\d)_(\\d)/g, "$1$2")'),
      "raw-controls": json("text.replace(/[\\x01-\\x1f]/g, (c) => JSON.stringify(c).slice(1, -1))"),
      "unknown-escapes": json('text.replace(/\\\\([^"\\\\\\/bfnrtu])/g, "$1")'),
      evaluated: "(0, eval)(`(${text})`)",
      "one-of-array": "[JSON.parse(text)].flat()[0]",
      "text-of-text":
        '((value) => (typeof value === "string" ? JSON.parse(value) : value))(JSON.parse(text))',
      "first-value":
        "(() => { try { return JSON.parse(text) } catch (error) { const at = Number(/position (\\d+)/.exec(error.message)?.[1]); return JSON.parse(text.slice(0, at)) } })()",
      "guard-removed": json('text.replace(/^\\)\\]\\}\',\\n/, "")'),
      "call-removed": json('text.replace(/^\\w*\\((.*)\\)$/s, "$1")'),
      "name-removed": json('text.replace(/^\\w+=/, "")'),
      "names-in-lower-case":
        "((fold) => fold(JSON.parse(text)))(function fold(v) { return v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).map(([k, m]) => [k.toLowerCase(), fold(m)])) : v })",
      "names-trimmed":
        "((v) => (v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).map(([k, m]) => [k.trim(), m])) : v))(JSON.parse(text))",
      "names-from-camel-case":
        "((v) => (v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).map(([k, m]) => [k.replace(/[A-Z]/g, (c) => '_' + c.toLowerCase()), m])) : v))(JSON.parse(text))",
      "nested-merged": "((v) => (v && v.nested ? { ...v.nested, ...v } : v))(JSON.parse(text))",
      "nested-merged-over": "((v) => (v && v.nested ? { ...v, ...v.nested } : v))(JSON.parse(text))",
      "data-merged-under":
        "((v) => (v && v.data && typeof v.data === 'object' ? { ...v, data: { ...v, ...v.data, data: undefined } } : v))(JSON.parse(text))",
    },
  },
  {
    place: "json-first-member",
    file: "body",
    from: "JSON.parse(text)",
    near: ["*/near/json/repeated-*"],
    open: true,
    pieces: {
      wins: '((v) => { if (v && typeof v === \'object\') for (const [, k, m] of [...text.matchAll(/"(verification_token|event_id|event_type)":"([^"]*)"/g)].reverse()) v[k] = m; return v })(JSON.parse(text))',
    },
  },
  {
    place: "decoding",
    file: "body",
    from: 'new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)',
    near: ["*/near/json/*", "6.3.4/*"],
    pieces: {
      lenient: 'new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)',
      "without-mark": 'new TextDecoder("utf-8", { fatal: true }).decode(bytes)',
      buffer: 'bytes.toString("utf8")',
      "latin-1": 'bytes.toString("latin1")',
      "without-invalid": 'bytes.toString("utf8").replaceAll("\\ufffd", "")',
    },
  },
  {
    place: "timestamp",
    file: "signature",
    from: "/^(?:0|[1-9]\\d{0,14})$/.test(text) ? Number(text) : undefined",
    near: ["*/near/timestamp/*", "*/near/window/*", "6.3.2/timestamp-*"],
    pieces: {
      "parse-int": "Number.parseInt(text, 10)",
      "parse-int-guarded": "((n) => (Number.isNaN(n) ? undefined : n))(Number.parseInt(text, 10))",
      "parse-float": "Math.floor(Number.parseFloat(text)) || undefined",
      number: "((n) => (Number.isFinite(n) ? Math.floor(n) : undefined))(Number(text))",
      "number-integer": "((n) => (Number.isInteger(n) ? n : undefined))(Number(text))",
      "first-digits": "Number(/\\d+/.exec(text)?.[0]) || undefined",
      "digits-alone": 'Number(text.replace(/\\D/g, "")) || undefined',
      "without-separators": 'Number(text.replace(/[_, ]/g, "")) || undefined',
      "without-quotes": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.replace(/['\"]/g, ''))",
      "first-item": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.split(',')[0])",
      "first-word": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.split(' ')[0])",
      "first-ten": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.slice(0, 10))",
      "after-equals": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.split('=').at(-1))",
      "json-value": "(() => { try { return [JSON.parse(text)].flat()[0] } catch { return undefined } })()",
      "milliseconds-too":
        "/^\\d+$/.test(text) ? (Number(text) > 1e12 ? Math.floor(Number(text) / 1000) : Number(text)) : undefined",
      "any-unit":
        "/^\\d+$/.test(text) ? ((n) => { while (n > 1e11) n = Math.floor(n / 1000); return n })(Number(text)) : undefined",
      absolute: "/^-*\\d+$/.test(text) ? Number(text.replaceAll('-', '')) : undefined",
      "thirty-two-bits": "/^\\d+$/.test(text) ? Number(text) >>> 0 : undefined",
      "signed-bits": "/^\\d+$/.test(text) ? Number(text) | 0 : undefined",
      "letters-cut": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.replace(/[a-z]+$/i, ''))",
      "fraction-cut": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.split('.')[0])",
      "exponent-too": "/^\\d+(?:e[+-]?\\d+)?$/i.test(text) ? Number(text) : undefined",
      "hexadecimal-too": "/^(?:\\d+|0x[0-9a-f]+)$/i.test(text) ? Number(text) : undefined",
      multiline: "/^(?:0|[1-9]\\d{0,14})/m.test(text) ? Number.parseInt(text, 10) : undefined",
      "zero-if-none": "Number(text) || Math.floor(Date.now() / 1000)",
      "date-too": "/^\\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000) || undefined",
    },
  },
  {
    place: "window",
    file: "signature",
    from: "Math.abs(now - stamp) <= windowSeconds",
    near: ["*/near/window*", "6.3.2/timestamp-*"],
    pieces: {
      "past-alone": "now - stamp <= windowSeconds",
      "future-alone": "stamp - now <= windowSeconds",
      "seconds-of-hour": "Math.abs((now - stamp) % 3600) <= windowSeconds",
      "seconds-of-day": "Math.abs((now - stamp) % 86400) <= windowSeconds",
      "sixteen-bits": "Math.abs((now - stamp) & 0xffff) <= windowSeconds",
      "thirty-two-bits": "Math.abs((now - stamp) | 0) <= windowSeconds",
      "in-minutes": "Math.abs(now - stamp) / 60 <= windowSeconds",
      "in-milliseconds": "Math.abs(now - stamp) * 1000 <= windowSeconds",
      "ten-times": "Math.abs(now - stamp) <= windowSeconds * 10",
      half: "Math.abs(now - stamp) <= windowSeconds / 2",
      "one-hour": "Math.abs(now - stamp) <= 3600",
      "one-day": "Math.abs(now - stamp) <= 86400",
      negated: "!(Math.abs(now - stamp) > windowSeconds && stamp < now)",
      "as-text": "String(Math.abs(now - stamp)) <= String(windowSeconds)",
    },
  },
  {
    place: "window-bound",
    file: "signature",
    from: "Math.abs(now - stamp) <= windowSeconds",
    near: ["*/near/window-bound/*"],
    open: true,
    pieces: {
      excluded: "Math.abs(now - stamp) < windowSeconds",
      "one-more": "Math.abs(now - stamp) <= windowSeconds + 1",
    },
  },
  {
    place: "header",
    file: "webhook",
    from: 'const only = (name) => (header(name).length === 1 ? header(name)[0] : "");',
    near: ["*/near/repeated-header/*", "6.3.1/*"],
    open: true,
    pieces: {
      first: 'const only = (name) => header(name)[0] ?? "";',
      last: 'const only = (name) => header(name).at(-1) ?? "";',
      joined: 'const only = (name) => header(name).join(", ");',
      "first-item": 'const only = (name) => header(name).join(",").split(",")[0];',
    },
  },
  {
    place: "base64",
    file: "body",
    from: 'if (sealed.toString("base64") !== text || sealed.length < 32) return undefined;',
    near: ["*/near/base64/*", "6.3.4/encrypted-*"],
    encrypted: true,
    pieces: {
      unchecked: "if (sealed.length < 32) return undefined;",
      "characters-alone": "if (!/[A-Za-z0-9+\\/=]+/.test(text) || sealed.length < 32) return undefined;",
      "beginning-alone":
        'if (!text.startsWith(sealed.toString("base64").replace(/=+$/, "")) || sealed.length < 32) return undefined;',
      "end-alone": 'if (!text.endsWith(sealed.toString("base64")) || sealed.length < 32) return undefined;',
    },
  },
  {
    place: "unpadding",
    file: "body",
    from: "return Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);",
    near: ["*/near/padding/*"],
    encrypted: true,
    pieces: {
      unchecked: unpadded("return blocks.subarray(0, blocks.length - last);"),
      "length-alone": unpadded(
        "return last < 1 || last > 16 ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "length-or-whole": unpadded(
        "return last < 1 || last > 16 ? blocks : blocks.subarray(0, blocks.length - last);",
      ),
      "two-bytes": unpadded(
        "return last > 16 || last < 1 || (last > 1 && blocks.at(-2) !== last) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "all-but-first": unpadded(
        "return last > 16 || last < 1 || ![...blocks.subarray(-last).subarray(1)].every((b) => b === last) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "ends-alone": unpadded(
        "return last > 16 || last < 1 || blocks.at(-last) !== last ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "any-length": unpadded(
        "return last < 1 || ![...blocks.subarray(-last)].every((b) => b === last) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "below-block": unpadded(
        "return last > 15 || last < 1 || ![...blocks.subarray(-last)].every((b) => b === last) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "at-least-two": unpadded(
        "return last > 16 || last < 2 || ![...blocks.subarray(-last)].every((b) => b === last) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "controls-trimmed": unpadded(
        'return Buffer.from(blocks.toString("utf8").replace(/[\\x00-\\x20]+$/, ""));',
      ),
      "zeros-too": unpadded(
        'return last === 0 ? Buffer.from(blocks.toString("utf8").replace(/\\0+$/, "")) : last > 16 || ![...blocks.subarray(-last)].every((b) => b === last) ? undefined : blocks.subarray(0, blocks.length - last);',
      ),
      "zeros-and-length-too": unpadded(
        "return last > 16 || last < 1 || ![...blocks.subarray(-last, -1)].every((b) => b === last || b === 0) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "bit-too": unpadded(
        "const bit = blocks.lastIndexOf(128);\n    if (last === 0 && bit > 0) return blocks.subarray(0, bit);\n    return last > 16 || last < 1 || ![...blocks.subarray(-last)].every((b) => b === last) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "none-too": unpadded(
        "return last === 0x20 || last === 0x7d ? blocks : last > 16 || last < 1 || ![...blocks.subarray(-last)].every((b) => b === last) ? undefined : blocks.subarray(0, blocks.length - last);",
      ),
      "to-last-brace": unpadded('return blocks.subarray(0, blocks.lastIndexOf("}") + 1);'),
    },
  },
  {
    place: "blocks",
    file: "body",
    from: "decipher.update(sealed.subarray(16))",
    near: ["*/near/ciphertext/*"],
    encrypted: true,
    pieces: {
      "cut-to-blocks":
        "decipher.update(sealed.subarray(16, 16 + Math.floor((sealed.length - 16) / 16) * 16))",
      "without-zeros":
        "decipher.update(sealed.subarray(16, sealed.subarray(-16).every((b) => b === 0) ? -16 : undefined))",
    },
  },
  {
    place: "outer",
    file: "body",
    from: 'if (Object.keys(outer).length !== 1 || typeof outer.encrypt !== "string") return undefined;',
    near: ["*/near/outer/*", "6.3.4/encrypted-*"],
    encrypted: true,
    pieces: {
      "others-ignored": 'if (typeof outer.encrypt !== "string") return undefined;',
      "falsy-ignored":
        'if (Object.values(outer).filter(Boolean).length !== 1 || typeof outer.encrypt !== "string") return undefined;',
      "null-ignored":
        'if (Object.values(outer).filter((v) => v !== null).length !== 1 || typeof outer.encrypt !== "string") return undefined;',
      "empty-ignored":
        'if (Object.values(outer).filter((v) => v !== "").length !== 1 || typeof outer.encrypt !== "string") return undefined;',
      "token-ignored":
        'delete outer.verification_token;\n  if (Object.keys(outer).length !== 1 || typeof outer.encrypt !== "string") return undefined;',
      "names-in-lower-case":
        'for (const [k, v] of Object.entries(outer)) { delete outer[k]; outer[k.toLowerCase()] = v; }\n  if (Object.keys(outer).length !== 1 || typeof outer.encrypt !== "string") return undefined;',
      "text-of-array":
        "if (Object.keys(outer).length !== 1) return undefined;\n  outer.encrypt = String(outer.encrypt);",
      "at-most-two":
        'if (Object.keys(outer).length > 2 || typeof outer.encrypt !== "string") return undefined;',
    },
  },
];

/** Every careless piece at every place where something is parsed. */
export const parsingMutants: readonly DerivedMutant[] = spots.flatMap(
  ({ place, file, from, pieces, ...rest }) =>
    Object.entries(pieces).map(([name, to]) => ({
      name: `${place}-${name}`,
      edits: { [file]: [[from, to] as const] },
      ...rest,
    })),
);
