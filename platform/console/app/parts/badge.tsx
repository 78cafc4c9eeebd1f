import type { ReactNode } from "react";

/** What a badge or a notice means. It is never told by colour alone: the text says it, too. */
export type Tone = "neutral" | "good" | "warn" | "bad" | "info" | "accent";

/** A state in a word or two. `plain` has no dot. */
export function Badge({
  tone = "neutral",
  plain = false,
  children,
}: {
  readonly tone?: Tone;
  readonly plain?: boolean;
  readonly children: ReactNode;
}) {
  return <span className={`badge ${tone}${plain ? " plain" : ""}`}>{children}</span>;
}
