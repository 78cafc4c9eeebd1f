import { spawnSync } from "node:child_process";

/** What several readers make of a text, as text, by their names; those that refuse it are absent. */
export type Readings = Readonly<Record<string, string>>;

interface ReaderProgram {
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs a program that reads one JSON text a line, and writes what it reads from each as a JSON object a line. */
export function readWith({ command, args }: ReaderProgram, texts: readonly string[]): readonly Readings[] {
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join("");
  const { stdout, stderr, status, error } = spawnSync(command, [...args], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`, { cause: error });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readings);
}
