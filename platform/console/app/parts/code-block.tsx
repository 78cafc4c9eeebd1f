import { type ReactNode, useMemo } from "react";
import type { CodeLanguage } from "./code-language.js";
import { CopyButton } from "./copy.js";

/** Longer code is shown without colours, which would take time. */
const maxColoured = 60_000;

/** Code that can be copied and scrolled by keyboard. `wrap` breaks long lines, as of a body. */
export function CodeBlock({
  code,
  language = "text",
  name,
  title,
  wrap = false,
}: {
  readonly code: string;
  readonly language?: CodeLanguage;
  /** What it is, for assistive technology. */
  readonly name: string;
  /** Shown above it. */
  readonly title?: ReactNode;
  readonly wrap?: boolean;
}) {
  const tokens = useMemo(
    () => highlight(code, code.length > maxColoured ? "text" : language),
    [code, language],
  );
  return (
    <div className="code-block">
      {title !== undefined && (
        <header>
          <span className="truncate">{title}</span>
          <CopyButton text={code} name={name} />
        </header>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section has no lines of its own */}
      <pre className={wrap ? "wrap" : undefined} tabIndex={0} role="region" aria-label={name}>
        <code>
          {tokens.map(({ text, kind }, index) =>
            kind === "text" ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have nothing else
              <span key={index} className={`t-${kind}`}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
      {title === undefined && (
        <span className="code-copy">
          <CopyButton text={code} name={name} />
        </span>
      )}
    </div>
  );
}

/** A piece of code, and what it is. */
interface CodeToken {
  readonly text: string;
  readonly kind: "text" | "string" | "keyword" | "number" | "comment" | "name";
}

const keywords: Partial<Record<CodeLanguage, string>> = {
  ts: "import from export const let await async function return if else throw new type interface default readonly process",
  python:
    "import from def return if else elif for in as with await async raise class None True False not and or",
  go: "package import func return if else for range var const type struct defer err nil switch case",
  json: "true false null",
  shell: "npx npm node export curl set pip go python3 printf",
};

/** Splits code into pieces by simple patterns: enough for snippets of a page, without a parser for each language. */
function highlight(code: string, language: CodeLanguage): readonly CodeToken[] {
  if (language === "text" || language === "http") return [{ text: code, kind: "text" }];
  const tokens: CodeToken[] = [];
  let last = 0;
  const words = new Set((keywords[language === "js" ? "ts" : language] ?? "").split(" "));
  for (const found of code.matchAll(tokenPattern(language))) {
    const { index } = found;
    if (index > last) tokens.push({ text: code.slice(last, index), kind: "text" });
    const [text] = found;
    tokens.push({
      text,
      kind: tokenKind(text, { words, isName: found.groups?.name !== undefined, language }),
    });
    last = index + text.length;
  }
  if (last < code.length) tokens.push({ text: code.slice(last), kind: "text" });
  return tokens;
}

function tokenPattern(language: CodeLanguage): RegExp {
  if (language === "json")
    return /(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))|"(?:[^"\\\n]|\\.)*"?|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b/g;
  if (language === "shell")
    return /#[^\n]*|"(?:[^"\\]|\\.)*"?|'[^']*'?|(?<name>\b[A-Z][A-Z_0-9]+(?==))|\b[a-z][a-z0-9]*\b/g;
  if (language === "python")
    return /#[^\n]*|"""[\s\S]*?"""|[rbf]?"(?:[^"\\\n]|\\.)*"|[rbf]?'(?:[^'\\\n]|\\.)*'|\b\d+\b|\b[A-Za-z_]\w*\b/g;
  return /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\b\d+\b|\b[A-Za-z_]\w*\b/g;
}

function tokenKind(
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
  if (words.has(text)) return "keyword";
  return "text";
}

/** A value as JSON on several lines, to be read. */
export function prettyJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** A text as JSON on several lines if it is JSON, or as it is. */
export function prettyText(text: string): string {
  try {
    return prettyJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A text of the contract, whose names in backticks are shown as code. */
export function ContractText({ text }: { readonly text: string }) {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: every second part is code
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
