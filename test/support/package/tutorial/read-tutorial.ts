import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../install.js";

/** For whom a step is: the server frameworks, Next.js, and the databases. */
export type Audience = "servers" | "next" | "sqlite" | "postgres";

const audiences: readonly string[] = ["servers", "next", "sqlite", "postgres"];

/** One step of a tutorial: a code block, and the comment before it that says what it is. */
export interface TutorialStep {
  /** `start`, `restart`, `see`, `run`, `until`, `file`, `edit` or `upgrade`. */
  readonly kind: string;
  /** A terminal's name, or a file's path. */
  readonly subject: string;
  /** Further arguments of a command, to make it shorter than a reader would. */
  readonly more: string;
  /** Only these; empty: all. */
  readonly for: readonly string[];
  /** With Next.js, done before all other steps. */
  readonly first: boolean;
  readonly lines: readonly string[];
  /** Of the block in the page, counted from 1. */
  readonly line: number;
}

/** `<!-- play: run; servers -->` and the block after it. */
const block = /^<!-- play: (.+) -->\n```\w+\n([\s\S]*?)^```$/gm;

/** The steps of a page, in their order. Throws if a comment isn't followed by a block, or says something unknown. */
export async function readTutorial(page: string): Promise<readonly TutorialStep[]> {
  const text = await readFile(join(repository, page), "utf8");
  const steps = [...text.matchAll(block)].map(([all, note = "", body = ""]) =>
    readStep(note.split("; "), {
      lines: body.replace(/\n$/, "").split("\n"),
      line: text.slice(0, text.indexOf(all)).split("\n").length,
    }),
  );
  const comments = text.match(/<!-- play: /g) ?? [];
  if (comments.length !== steps.length) throw new Error(`${page}: a step has no block`);
  return steps;
}

function readStep(notes: readonly string[], place: Pick<TutorialStep, "lines" | "line">): TutorialStep {
  const rest = notes.filter(
    (note) => note !== "first" && !audiences.includes(note) && !note.startsWith("with "),
  );
  const [command = "", ...others] = rest;
  if (others.length > 0) throw new Error(`line ${place.line}: ${others.join("; ")} is unknown`);
  const [kind = "", subject = ""] = command.split(" ");
  return {
    kind,
    subject,
    more: notes.find((note) => note.startsWith("with "))?.slice("with ".length) ?? "",
    for: notes.filter((note) => audiences.includes(note)),
    first: notes.includes("first"),
    lines: place.lines,
    line: place.line,
  };
}
