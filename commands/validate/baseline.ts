import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { json } from "../../reader/text/json.js";
import { replaceFile } from "../report/file-output.js";
import { findingFingerprint, locateSpan } from "../report/findings/excerpt.js";
import type { Finding } from "../report/reporter.js";
import { locate } from "./document/json-text.js";
import { DocumentsError } from "./errors.js";

/** A finding recorded in the baseline. */
interface Entry {
  readonly fingerprint: string;
  readonly file: string;
  readonly code: string;
  readonly pointer: string;
  /** How many findings share the fingerprint. */
  readonly count: number;
}

const format = 1;

/** In bytes: about 250,000 findings. */
const maxBaseline = 64 * 1024 * 1024;

/** Known findings, which are ignored; entries that no longer match are reported. */
export class Baseline {
  readonly #left = new Map<string, number>();
  readonly #entries: readonly Entry[];

  private constructor(
    readonly file: string,
    readonly text: string,
  ) {
    this.#entries = parseEntries(file, text);
    for (const { fingerprint, count } of this.#entries) {
      this.#left.set(fingerprint, (this.#left.get(fingerprint) ?? 0) + count);
    }
  }

  /** Reads a baseline file. Throws `DocumentsError` if it isn't one. */
  static read(file: string, cwd: string): Baseline {
    const content = readRegularFile(resolve(cwd, file), maxBaseline);
    if (content.kind === "bytes") return new Baseline(file, content.bytes.toString("utf8"));
    const { code = content.problem } = (content.cause ?? {}) as NodeJS.ErrnoException;
    throw new DocumentsError("baseline-unusable", `${file}: cannot read the baseline (${code})`, {
      cause: content.cause,
    });
  }

  /** Whether a finding is known; an entry matches as many findings as its count. */
  knows({ fingerprint }: Finding): boolean {
    const left = this.#left.get(fingerprint) ?? 0;
    if (left === 0) return false;
    this.#left.set(fingerprint, left - 1);
    return true;
  }

  /** Findings for entries that matched nothing, in files that were read or no longer exist. */
  stale(read: ReadonlySet<string>, cwd: string): Finding[] {
    return this.#entries.flatMap(({ fingerprint, file, code, pointer }, index) => {
      const left = this.#left.get(fingerprint) ?? 0;
      if (left === 0 || (!read.has(file) && existsSync(resolve(cwd, file)))) return [];
      this.#left.set(fingerprint, 0);
      const tokens = ["findings", String(index)];
      const { lines, column, endColumn, excerpt } = locateSpan(this.text, locate(this.text, tokens), []);
      const where = pointer === "" ? "" : ` at ${pointer}`;
      const message = `\`${code}\`${where} no longer occurs in ${file}: remove the entry`;
      return {
        file: this.file,
        line: lines + 1,
        column,
        ...(endColumn !== undefined && { endColumn }),
        pointer: `/findings/${index}`,
        code: "stale-baseline",
        level: "error" as const,
        message,
        excerpt,
        fingerprint: findingFingerprint({
          file: this.file,
          code: "stale-baseline",
          pointer: fingerprint,
          detail: undefined,
          content: undefined,
          hidden: [],
        }),
      };
    });
  }
}

/** Collects findings for a new baseline. */
export class BaselineDraft {
  readonly #entries = new Map<string, Entry>();

  add({ fingerprint, file, code, pointer }: Finding): void {
    const count = (this.#entries.get(fingerprint)?.count ?? 0) + 1;
    this.#entries.set(fingerprint, { fingerprint, file, code, pointer, count });
  }

  /** Writes the file whole or not at all. */
  async write(file: string, cwd: string): Promise<void> {
    const entries = [...this.#entries.values()].sort((a, b) => (entryKey(a) < entryKey(b) ? -1 : 1));
    const list = entries.map((entry) => `\n    ${json(entry)}`).join(",");
    const text = `{\n  "version": ${format},\n  "findings": [${list}${list === "" ? "" : "\n  "}]\n}\n`;
    await replaceFile(file, cwd, text);
  }
}

function entryKey({ file, code, pointer, fingerprint }: Entry): string {
  return JSON.stringify([file, code, pointer, fingerprint]);
}

function parseEntries(file: string, text: string): readonly Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DocumentsError("baseline-unusable", `${file}: the baseline is not valid JSON`, { cause });
  }
  const { version, findings } = (value ?? {}) as { version?: unknown; findings?: unknown };
  if (version !== format || !Array.isArray(findings) || !findings.every(isEntry)) {
    throw new DocumentsError("baseline-unusable", `${file} is not a baseline of version ${format}`);
  }
  return findings;
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Entry | null;
  if (typeof entry !== "object" || entry === null) return false;
  const texts = [entry.fingerprint, entry.file, entry.code, entry.pointer];
  return texts.every((text) => typeof text === "string") && Number.isInteger(entry.count) && entry.count > 0;
}
