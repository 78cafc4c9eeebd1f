import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./install.js";

/** A fenced code block of a Markdown file. */
export interface CodeBlock {
  readonly file: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** The pages that users read and may copy from. */
export const pages: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `docs/${name}`),
];

export function readText(file: string): string {
  return readFileSync(join(repository, file), "utf8");
}

const readmes = ["runtime/README.md", "generated/README.md"];

/** The code blocks of a language, page by page. */
export function codeBlocks(language: string, files: readonly string[] = [...pages, ...readmes]): CodeBlock[] {
  return files
    .flatMap((file) => {
      const text = readText(file);
      return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].map(
        ({ index, 1: found = "", 2: body = "" }) => ({
          file,
          line: text.slice(0, index).split("\n").length,
          language: found,
          text: body,
        }),
      );
    })
    .filter((block) => block.language === language);
}
