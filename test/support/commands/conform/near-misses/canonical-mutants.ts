// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { DerivedMutant } from "./derived-mutant.js";

/** Readers of a time in seconds that accept more than one spelling; `undefined` if they can't read it. */
const readers: Readonly<Record<string, string>> = {
  "parse-int": "((n) => (Number.isNaN(n) ? undefined : n))(Number.parseInt(text, 10))",
  "parse-float": "((n) => (Number.isNaN(n) ? undefined : Math.floor(n)))(Number.parseFloat(text))",
  number: "((n) => (Number.isFinite(n) ? Math.floor(n) : undefined))(Number(text))",
  "number-integer": "((n) => (Number.isInteger(n) ? n : undefined))(Number(text))",
  "octal-of-c":
    "/^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : /^[1-9]\\d*$/.test(text) ? Number(text) : undefined",
  "big-int": "(() => { try { return Number(BigInt(text.replace(/n$/, ''))) } catch { return undefined } })()",
  "first-digits": "Number(/\\d+/.exec(text)?.[0]) || undefined",
  "digits-alone": 'Number(text.replace(/\\D/g, "")) || undefined',
  "plus-too": "/^\\+?\\d+$/.test(text) ? Number(text) : undefined",
  "zeros-too": "/^\\d+$/.test(text) ? Number(text) : undefined",
  "without-underscores": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.replaceAll('_', ''))",
  "without-commas": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.replaceAll(',', ''))",
  "without-space": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.replace(/\\s/g, ''))",
  "trimmed-latin-1": "((t) => (/^[1-9]\\d*$/.test(t) ? Number(t) : undefined))(text.trim())",
  "trimmed-next-line": "((t) => (/^[1-9]\\d*$/.test(t) ? Number(t) : undefined))(text.replace(/\\x85/g, ''))",
  "trimmed-utf-8":
    "((t) => (/^[1-9]\\d*$/.test(t) ? Number(t) : undefined))(Buffer.from(text, 'latin1').toString('utf8').trim())",
  "digits-of-unicode":
    "((t) => (/^\\p{Nd}+$/u.test(t) ? Number(t.replace(/\\p{Nd}/gu, (d) => { const c = d.codePointAt(0); const zero = [0x30, 0x660, 0x966, 0xff10].findLast((z) => z <= c); return c - zero })) : undefined))(Buffer.from(text, 'latin1').toString('utf8'))",
  compatible:
    "((t) => (/^[1-9]\\d*$/.test(t) ? Number(t) : undefined))(Buffer.from(text, 'latin1').toString('utf8').normalize('NFKC'))",
  "percent-decoded":
    "(() => { try { return ((t) => (/^[1-9]\\d*$/.test(t) ? Number(t) : undefined))(decodeURIComponent(text)) } catch { return undefined } })()",
  "entities-decoded":
    "((t) => (/^[1-9]\\d*$/.test(t) ? Number(t) : undefined))(text.replace(/&#(\\d+);/g, (_, n) => String.fromCharCode(n)))",
  "json-value":
    "(() => { try { return Number([JSON.parse(text)].flat()[0]) || undefined } catch { return undefined } })()",
  "first-item": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.split(',')[0])",
  "first-parameter": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.split(';')[0])",
  "first-word": "((t) => (/^\\d+$/.test(t) ? Number(t) : undefined))(text.split(' ')[0])",
  "any-unit":
    "/^\\d+$/.test(text) ? ((n) => { while (n > 1e11) n = Math.floor(n / 1000); return n })(Number(text)) : undefined",
  "date-too": "/^[1-9]\\d*$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000) || undefined",
};

const strictReader = "/^(?:0|[1-9]\\d{0,14})$/.test(text) ? Number(text) : undefined";
const signedHead = "`${stamp}\\n${nonce}\\n`";

/** What is read from a text, for one that is signed. */
const texts: Readonly<Record<string, string>> = {
  "percent-decoded": "(() => { try { return decodeURIComponent(text) } catch { return text } })()",
  "entities-decoded": "text.replace(/&#(\\d+);/g, (_, n) => String.fromCharCode(n))",
  "form-decoded": "new URLSearchParams(`v=${text}`).get('v').trim()",
  unquoted: 'text.replace(/^"(.*)"$/, "$1")',
  unescaped: 'text.replace(/^"(.*)"$/, "$1").replace(/\\\\(.)/g, "$1")',
  "word-decoded":
    "text.replace(/^=\\?utf-8\\?B\\?(.*)\\?=$/i, (_, t) => Buffer.from(t, 'base64').toString('utf8'))",
  "charset-removed": "text.replace(/^UTF-8''/, '')",
  "base64-decoded":
    "((t) => (/^[a-f0-9]{24}$/.test(t) ? t : text))(Buffer.from(text, 'base64').toString('latin1'))",
  "hex-decoded":
    "((t) => (/^[a-f0-9]{24}$/.test(t) ? t : text))(Buffer.from(text, 'hex').toString('latin1'))",
  "lower-case": "text.toLowerCase()",
  "first-item": "text.split(',')[0]",
  "last-item": "text.split(',').at(-1).trim()",
  "first-parameter": "text.split(';')[0]",
  "first-word": "text.split(' ')[0]",
  "without-space": "text.replace(/\\s/g, '')",
  "letters-and-digits": "text.replace(/[^a-z0-9]/gi, '')",
  "without-braces": "text.replace(/^[{<](.*)[}>]$/, '$1')",
  "without-comments": "text.replace(/\\s*\\(.*\\)$/, '')",
  "trimmed-utf-8": "Buffer.from(text, 'latin1').toString('utf8').trim()",
  "ascii-alone": "text.replace(/[^ -~]/g, '')",
  compatible: "Buffer.from(text, 'latin1').toString('utf8').normalize('NFKC')",
  "without-marks": "Buffer.from(text, 'latin1').toString('utf8').normalize('NFD').replace(/\\p{M}/gu, '')",
  "invisible-removed": "Buffer.from(text, 'latin1').toString('utf8').replace(/\\p{Cf}/gu, '')",
  "low-bytes": "Buffer.from(Buffer.from(text, 'latin1').toString('utf8'), 'latin1').toString('latin1')",
};

/** What a body is made of before it is signed. */
const bodies: Readonly<Record<string, string>> = {
  reserialized: "JSON.stringify(JSON.parse(text))",
  trimmed: "text.trim()",
  "trimmed-left": "text.trimStart()",
  "without-mark": "text.replace(/^\\ufeff/, '')",
  "without-nul": "text.replaceAll('\\0', '')",
  "line-ends": "text.replaceAll('\\r\\n', '')",
};

const bodyPiece = ".update(body);";

/** Each receiver that reads a part before it signs it. */
export const canonicalMutants: readonly DerivedMutant[] = [
  ...Object.entries(readers).map(([name, read]) => ({
    name: `canonical-timestamp-${name}`,
    near: ["*/near/altered-timestamp/*"],
    edits: {
      signature: [
        [strictReader, read],
        [signedHead, "`${readStamp(stamp)}\\n${nonce}\\n`"],
      ] as const,
    },
  })),
  ...Object.entries(texts).map(([name, read]) => ({
    name: `canonical-nonce-${name}`,
    near: ["*/near/altered-header/nonce-*"],
    edits: { signature: [[signedHead, `\`\${stamp}\\n\${((text) => ${read})(nonce)}\\n\``] as const] },
  })),
  // The signature is right whatever the spelling, but the store takes it for another nonce.
  ...Object.entries(texts).map(([name, read]) => ({
    name: `replayable-nonce-${name}`,
    near: ["*/near/respelled-nonce/*"],
    edits: { signature: [[signedHead, `\`\${stamp}\\n\${((text) => ${read})(nonce)}\\n\``] as const] },
  })),
  ...Object.entries(bodies).map(([name, read]) => ({
    name: `canonical-body-${name}`,
    near: ["*/near/altered-body/*", "6.3.3/*"],
    edits: {
      signature: [
        [
          bodyPiece,
          `.update(((text) => { try { return ${read} } catch { return text } })(body.toString("utf8")));`,
        ] as const,
      ],
    },
  })),
];

/** What is read in place of a text that can't be decrypted. */
const insteads: Readonly<Record<string, string>> = {
  text: "Buffer.from(text)",
  base64: 'Buffer.from(text, "base64")',
  hex: 'Buffer.from(text, "hex")',
};

/** Decoders that are tried if a body isn't JSON. */
const decoders: Readonly<Record<string, string>> = {
  base64: 'Buffer.from(bytes.toString("latin1"), "base64")',
  hex: 'Buffer.from(bytes.toString("latin1"), "hex")',
  percent: 'Buffer.from(decodeURIComponent(bytes.toString("latin1")))',
  form: 'Buffer.from(new URLSearchParams(bytes.toString("latin1")).get("payload"))',
  gunzip: 'require("node:zlib").gunzipSync(bytes)',
  inflate: 'require("node:zlib").inflateSync(bytes)',
  "utf-16le": 'Buffer.from(bytes.toString("utf16le").replace(/^\\ufeff/, ""))',
  "utf-16be": 'Buffer.from(Buffer.from(bytes).swap16().toString("utf16le").replace(/^\\ufeff/, ""))',
  "latin-1": 'Buffer.from(bytes.toString("latin1"))',
};

const readObject = "export function readObject(bytes) {\n  try {";
const decrypting = "const plain = decrypt(outer.encrypt, encryptKey);\n  return plain && readObject(plain);";
const alone = 'if (Object.keys(outer).length !== 1 || typeof outer.encrypt !== "string") return undefined;';
const importing = 'import { createDecipheriv, createHash } from "node:crypto";';
const required = `${importing}\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`;

/** Each receiver that reads something else if a decoding fails. */
export const fallbackMutants: readonly DerivedMutant[] = [
  ...Object.entries(insteads).map(([name, bytes]) => ({
    name: `unsealed-${name}`,
    near: ["*/near/unsealed/*"],
    encrypted: true as const,
    edits: {
      body: [
        [
          decrypting,
          `const plain = decrypt(outer.encrypt, encryptKey);\n  const text = outer.encrypt;\n  return (plain && readObject(plain)) ?? readObject(${bytes});`,
        ] as const,
      ],
    },
  })),
  {
    name: "unsealed-object",
    near: ["*/near/unsealed/*"],
    encrypted: true,
    edits: {
      body: [
        [alone, "const { encrypt: _, ...rest } = outer;"],
        [
          decrypting,
          'const plain = typeof outer.encrypt === "string" ? decrypt(outer.encrypt, encryptKey) : undefined;\n  return (plain && readObject(plain)) ?? rest;',
        ],
      ],
    },
  },
  {
    name: "unsealed-value",
    near: ["*/near/unsealed/*"],
    encrypted: true,
    edits: {
      body: [
        [
          alone,
          'if (Object.keys(outer).length !== 1) return undefined;\n  if (isObject(outer.encrypt)) return outer.encrypt;\n  if (typeof outer.encrypt !== "string") return undefined;',
        ],
      ],
    },
  },
  ...Object.entries(decoders).map(([name, bytes]) => ({
    name: `decoder-${name}`,
    near: ["*/near/encoded-body/*"],
    edits: {
      body: [
        [importing, required] as const,
        [
          readObject,
          `export function readObject(bytes) {\n  const own = readStrictly(bytes);\n  if (own !== undefined) return own;\n  try { return readStrictly(${bytes}) } catch { return undefined }\n}\n\nfunction readStrictly(bytes) {\n  try {`,
        ] as const,
      ],
    },
  })),
];
