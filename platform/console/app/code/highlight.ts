/** A piece of code, and what it is. */
export interface CodeToken {
  readonly text: string;
  readonly kind: "text" | "string" | "keyword" | "number" | "comment" | "name";
}

/** Languages that are told apart; others are shown without colours. */
export type CodeLanguage = "json" | "ts" | "js" | "python" | "go" | "shell" | "http" | "text";

const keywords: Partial<Record<CodeLanguage, string>> = {
  ts: "import from export const let await async function return if else throw new type interface default readonly process",
  python:
    "import from def return if else elif for in as with await async raise class None True False not and or",
  go: "package import func return if else for range var const type struct defer err nil switch case",
  json: "true false null",
  shell: "npx npm node export curl set pip go python3 printf",
};

/** Splits code into pieces by simple patterns: enough for snippets of a page, without a parser for each language. */
export function highlight(code: string, language: CodeLanguage): readonly CodeToken[] {
  if (language === "text" || language === "http") return [{ text: code, kind: "text" }];
  const tokens: CodeToken[] = [];
  let last = 0;
  const words = new Set((keywords[language === "js" ? "ts" : language] ?? "").split(" "));
  for (const found of code.matchAll(patternOf(language))) {
    const { index } = found;
    if (index > last) tokens.push({ text: code.slice(last, index), kind: "text" });
    const [text] = found;
    tokens.push({ text, kind: kindOf(text, { words, isName: found.groups?.name !== undefined, language }) });
    last = index + text.length;
  }
  if (last < code.length) tokens.push({ text: code.slice(last), kind: "text" });
  return tokens;
}

function patternOf(language: CodeLanguage): RegExp {
  if (language === "json")
    return /(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))|"(?:[^"\\\n]|\\.)*"|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b/g;
  if (language === "shell")
    return /#[^\n]*|"(?:[^"\\]|\\.)*"|'[^']*'|(?<name>\b[A-Z][A-Z_0-9]+(?==))|\b[a-z][a-z0-9]*\b/g;
  if (language === "python")
    return /#[^\n]*|"""[\s\S]*?"""|[rbf]?"(?:[^"\\\n]|\\.)*"|[rbf]?'(?:[^'\\\n]|\\.)*'|\b\d+\b|\b[A-Za-z_]\w*\b/g;
  return /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\b\d+\b|\b[A-Za-z_]\w*\b/g;
}

function kindOf(
  text: string,
  {
    words,
    isName,
    language,
  }: { readonly words: ReadonlySet<string>; readonly isName: boolean; readonly language: CodeLanguage },
): CodeToken["kind"] {
  if (isName) return "name";
  const isHash = language === "shell" || language === "python";
  if (isHash ? text.startsWith("#") : /^\/[/*]/.test(text)) return "comment";
  if (/^[rbf]?["'`]/.test(text)) return "string";
  if (/^-?\d/.test(text)) return "number";
  return words.has(text) ? "keyword" : "text";
}
