// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
/** A careless comparison, as an expression of `given`, what was sent, and `wanted`, the right text. */
export interface Equality {
  readonly name: string;
  readonly expression: string;
}

/** Comparisons of texts, as people write them; none accepts what isn't text. */
const ofTexts: Readonly<Record<string, string>> = {
  "lower-case": "given.toLowerCase() === wanted.toLowerCase()",
  "upper-case": "given.toUpperCase() === wanted.toUpperCase()",
  "trim-given": "given.trim() === wanted",
  "trim-both": "given.trim() === wanted.trim()",
  "trim-start": "given.trimStart() === wanted",
  "trim-end": "given.trimEnd() === wanted",
  "trim-ascii": "given.replace(/^ +| +$/g, '') === wanted",
  chomp: "given.replace(/\\r?\\n$/, '') === wanted",
  "no-spaces": "given.replace(/\\s+/g, '') === wanted.replace(/\\s+/g, '')",
  "starts-with": "given.startsWith(wanted)",
  "started-by": "wanted.startsWith(given)",
  "ends-with": "given.endsWith(wanted)",
  "ended-by": "wanted.endsWith(given)",
  includes: "given.includes(wanted)",
  "included-in": "wanted.includes(given)",
  "shorter-length": "given.slice(0, wanted.length) === wanted.slice(0, given.length)",
  "first-eight": "given.slice(0, 8) === wanted.slice(0, 8)",
  "last-eight": "given.slice(-8) === wanted.slice(-8)",
  "all-but-last": "given.slice(0, -1) === wanted.slice(0, -1)",
  "all-but-first": "given.slice(1) === wanted.slice(1)",
  "length-alone": "given.length === wanted.length",
  "every-second":
    "[...wanted].every((each, at) => at % 2 === 1 || given[at] === each) && given.length === wanted.length",
  nfc: "given.normalize('NFC') === wanted.normalize('NFC')",
  nfd: "given.normalize('NFD') === wanted.normalize('NFD')",
  nfkc: "given.normalize('NFKC') === wanted.normalize('NFKC')",
  nfkd: "given.normalize('NFKD') === wanted.normalize('NFKD')",
  "no-accents": "given.normalize('NFD').replace(/\\p{M}/gu, '') === wanted",
  locale: "given.localeCompare(wanted) === 0",
  "locale-base": "given.localeCompare(wanted, 'en', { sensitivity: 'base' }) === 0",
  "locale-accent": "given.localeCompare(wanted, 'en', { sensitivity: 'accent' }) === 0",
  "locale-punctuation": "given.localeCompare(wanted, 'en', { ignorePunctuation: true }) === 0",
  "cut-at-nul": "given.split('\\0')[0] === wanted",
  "first-line": "given.split(/\\r?\\n/)[0] === wanted",
  "first-word": "given.split(/\\s/)[0] === wanted",
  "first-item": "given.split(',')[0] === wanted",
  "last-item": "given.split(',').at(-1) === wanted",
  "any-item": "given.split(',').includes(wanted)",
  "letters-and-digits": "given.replace(/[^a-z0-9]/gi, '') === wanted.replace(/[^a-z0-9]/gi, '')",
  "ascii-only": "given.replace(/[^\\x20-\\x7e]/g, '') === wanted",
  "low-bytes": "Buffer.from(given, 'latin1').equals(Buffer.from(wanted, 'latin1'))",
  decoded:
    "given === wanted || (() => { try { return decodeURIComponent(given) === wanted } catch { return false } })()",
  unquoted: "given.replace(/^\"|\"$/g, '') === wanted",
  "same-characters": "[...given].sort().join() === [...wanted].sort().join()",
  "same-sum":
    "[...given].reduce((sum, each) => sum + each.charCodeAt(0), 0) === [...wanted].reduce((sum, each) => sum + each.charCodeAt(0), 0)",
  "zero-accumulator":
    "given.length === wanted.length && [...wanted].reduce((sum, each, at) => sum ^ each.charCodeAt(0) ^ given.charCodeAt(at), 0) === 0",
  pattern: "new RegExp(wanted).test(given)",
  "anchored-pattern": "new RegExp(`^${wanted}`).test(given)",
  "final-pattern": "new RegExp(`${wanted}$`).test(given)",
  "multi-line-pattern": "new RegExp(`^${wanted}$`, 'm').test(given)",
  "insensitive-pattern": "new RegExp(`^${wanted}$`, 'i').test(given)",
  always: "true",
};

/** Comparisons that accept what isn't text. */
const ofValues: Readonly<Record<string, string>> = {
  loose: "given == wanted",
  coerced: "String(given) === wanted",
  "in-template": "`${given}` === wanted",
  "first-of-array": "[given].flat()[0] === wanted",
  "in-array": "[given].flat(9).includes(wanted)",
  "in-object": "JSON.stringify(given).includes(wanted)",
  "falsy-passes": "!given || given === wanted",
  "null-passes": "given == null || given === wanted",
  "missing-passes": "given === undefined || given === wanted",
  "empty-passes": "given === '' || given === wanted",
  "value-of": "(given?.value ?? given) === wanted",
};

/** Every careless comparison. */
export const equalities: readonly Equality[] = [
  ...Object.entries(ofTexts).map(([name, expression]) => ({
    name,
    expression: `((given, wanted) => typeof given === "string" && (${expression}))`,
  })),
  ...Object.entries(ofValues).map(([name, expression]) => ({
    name,
    expression: `((given, wanted) => ${expression})`,
  })),
];
