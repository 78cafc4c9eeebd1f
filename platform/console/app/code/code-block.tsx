import { type ReactNode, useMemo } from "react";
import { CopyButton } from "../parts/copy.js";
import { type CodeLanguage, highlight } from "./highlight.js";

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
