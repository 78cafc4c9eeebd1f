/** A careless reader of the time in seconds; `NaN` if it can't read it. */
export const numberReaders: readonly { readonly name: string; readonly read: (text: string) => number }[] = [
  { name: "number", read: (text) => Number(text) },
  { name: "integer", read: (text) => Number.parseInt(text, 10) },
  { name: "float", read: (text) => Number.parseFloat(text) },
  { name: "rounded", read: (text) => Math.round(Number(text)) },
  { name: "first-digits", read: (text) => Number(/\d+/.exec(text)?.[0] ?? Number.NaN) },
  { name: "all-digits", read: (text) => Number(text.replace(/\D/g, "")) },
  { name: "ten-digits", read: (text) => Number(text.slice(0, 10)) },
  { name: "absolute", read: (text) => Math.abs(Number(text)) },
  { name: "any-unit", read: (text) => (Number(text) > 1e11 ? Number(text) / 1000 : Number(text)) },
  { name: "date", read: (text) => Date.parse(text) / 1000 },
  { name: "json", read: (text) => Number(JSON.parse(text)) },
];

/** A careless reader of a header's text. */
export const textReaders: readonly { readonly name: string; readonly read: (text: string) => string }[] = [
  { name: "percent-decoded", read: (text) => decodeURIComponent(text) },
  {
    name: "entities-decoded",
    read: (text) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  },
  { name: "unquoted", read: (text) => text.replace(/^"(.*)"$/, "$1") },
  { name: "lower-case", read: (text) => text.toLowerCase() },
  { name: "first-item", read: (text) => text.split(",")[0] ?? "" },
  { name: "first-word", read: (text) => text.split(" ")[0] ?? "" },
  { name: "first-parameter", read: (text) => text.split(";")[0] ?? "" },
  { name: "without-space", read: (text) => text.replace(/\s/g, "") },
];

/** A careless window, as a function of the seconds from now: positive ahead, negative ago. */
export function freshnesses(
  tolerance: number,
): readonly { readonly name: string; readonly isFresh: (seconds: number) => boolean }[] {
  return [
    { name: "none", isFresh: () => true },
    { name: "old-only", isFresh: (seconds) => seconds >= -tolerance },
    { name: "ahead-only", isFresh: (seconds) => seconds <= tolerance },
    { name: "in-minutes", isFresh: (seconds) => Math.abs(seconds) <= 60 * tolerance },
    { name: "in-milliseconds", isFresh: (seconds) => Math.abs(seconds) <= 1000 * tolerance },
    { name: "ten-times", isFresh: (seconds) => Math.abs(seconds) <= 10 * tolerance },
    { name: "within-hour", isFresh: (seconds) => Math.abs(seconds % 3600) <= tolerance },
    { name: "within-day", isFresh: (seconds) => Math.abs(seconds % 86_400) <= tolerance },
    { name: "within-week", isFresh: (seconds) => Math.abs(seconds % 604_800) <= tolerance },
    { name: "sixteen-bits", isFresh: (seconds) => Math.abs(seconds % 2 ** 16) <= tolerance },
    { name: "thirty-two-bits", isFresh: (seconds) => Math.abs(seconds % 2 ** 32) <= tolerance },
  ];
}

type ReadJson = (bytes: Buffer) => unknown;

const text = (read: (body: string) => unknown): ReadJson => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return (bytes) => read(decoder.decode(bytes));
};

const cleaned = (pattern: RegExp, by = ""): ReadJson => text((body) => JSON.parse(body.replace(pattern, by)));

/** A careless reader of JSON; throws if it can't read it. */
export const jsonReaders: readonly { readonly name: string; readonly read: ReadJson }[] = [
  { name: "marked", read: cleaned(/^\ufeff/) },
  { name: "trimmed", read: text((body) => JSON.parse(body.trim())) },
  { name: "outermost-braces", read: text((body) => JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? "")) },
  { name: "up-to-last-brace", read: cleaned(/[^}]*$/) },
  { name: "from-first-brace", read: cleaned(/^[^{]*/) },
  { name: "first-line", read: text((body) => JSON.parse(body.split("\n")[0] ?? "")) },
  { name: "cut-at-nul", read: cleaned(/\0.*$/s) },
  { name: "without-comments", read: cleaned(/\/\*.*?\*\/|\/\/[^\n]*$/gs) },
  { name: "without-guard", read: cleaned(/^\)\]\}',?\n/) },
  { name: "final-commas", read: cleaned(/,(\s*[\]}])/g, "$1") },
  { name: "doubled-commas", read: cleaned(/,,+/g, ",") },
  { name: "single-quotes", read: cleaned(/'/g, '"') },
  { name: "not-a-number", read: cleaned(/:(?:NaN|-?Infinity|undefined|None)\b/g, ":null") },
  { name: "python-boolean", read: cleaned(/:True\b/g, ":true") },
  { name: "leading-zeros", read: cleaned(/:[+0]+(\d)/g, ":$1") },
  { name: "unquoted-names", read: cleaned(/([{,])([a-z_]+)([:=])/g, '$1"$2":') },
  { name: "raw-controls", read: text((body) => JSON.parse(body.replace(/\p{Cc}/gu, " "))) },
  { name: "first-of-array", read: text((body) => [JSON.parse(body)].flat(1)[0]) },
  { name: "text-of-json", read: text((body) => JSON.parse(JSON.parse(body))) },
  { name: "replacing-bytes", read: (bytes) => JSON.parse(bytes.toString("utf8")) },
  { name: "latin-1", read: (bytes) => JSON.parse(bytes.toString("latin1")) },
  { name: "ascii", read: (bytes) => JSON.parse(bytes.toString("ascii")) },
];
