import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main } from "../../../../cli/main.js";
import type { Finding } from "../../../../commands/report/reporter.js";
import type { Terminal } from "../../../../commands/terminal/terminal.js";
import { readSettings } from "../../../../commands/validate/command/options.js";
import { validate } from "../../../../commands/validate/command/run.js";
import type { RunDependencies } from "../../../../commands/validate/run.js";
import { standIn } from "./stand-in.js";

export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly stdin?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly outClosed?: AbortSignal;
  readonly isTerminal?: { readonly out: boolean; readonly err: boolean };
  readonly now?: () => number;
  /** Called with each text written to standard output. */
  readonly onOut?: (text: string) => void;
  /** Bypasses `main` and replaces Node's threads. */
  readonly dependencies?: RunDependencies;
}

/** A temporary folder with files, in which the command runs. */
export interface Workspace {
  readonly path: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  read(file: string): string;
  run(args: readonly string[], options?: RunOptions): Promise<Result>;
  /** The findings of a run, read from `--format ndjson`. */
  findings(args: readonly string[], options?: RunOptions): Promise<Finding[]>;
  remove(): void;
}

/** Creates a workspace, by default with the stand-in validators in `generated/`. */
export function createWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { generated = true }: { generated?: boolean } = {},
): Workspace {
  const path = mkdtempSync(join(tmpdir(), "oipkit-validate-"));
  const workspace: Workspace = {
    path,
    write(more) {
      for (const [name, content] of Object.entries(more)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
      }
    },
    read: (file) => readFileSync(join(path, file), "utf8"),
    async run(args, options = {}) {
      let out = "";
      let err = "";
      const { stdin, isTerminal, outClosed } = options;
      const terminal: Terminal = {
        cwd: path,
        env: options.env ?? {},
        out: (text) => {
          out += text;
          options.onOut?.(text);
        },
        err: (text) => {
          err += text;
        },
        now: options.now ?? (() => 0),
        signal: options.signal ?? new AbortController().signal,
        ...(stdin === undefined ? {} : { stdin: () => each(stdin) }),
        ...(isTerminal === undefined ? {} : { isTerminal }),
        ...(outClosed === undefined ? {} : { outClosed }),
      };
      const code = options.dependencies
        ? await validate(readSettings(args), terminal, options.dependencies)
        : await main(["validate", ...args], terminal);
      return { code, out, err };
    },
    async findings(args, options) {
      const { out } = await workspace.run([...args, "--format", "ndjson"], options);
      return out
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Finding);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  if (generated) workspace.write(standIn);
  workspace.write(files);
  return workspace;
}

async function* each(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** `line:column code pointer` of each finding. */
export function places(findings: readonly Finding[]): string[] {
  return findings.map(({ line, column, code, pointer }) => `${line}:${column} ${code} ${pointer}`.trim());
}
