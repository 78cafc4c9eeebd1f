import { isAscii, isUtf8 } from "node:buffer";
import type { Problem } from "../report/reporter.js";
import type { Catalog } from "./catalog.js";
import { createDocumentChecker, type DocumentChecker } from "./document/check-document.js";
import type { DocumentOrigin } from "./document/place-problems.js";
import type { EventRecorder } from "./history/event-record.js";
import { createInspector } from "./inspect.js";
import {
  bomLength,
  type FileContent,
  findSourceFolder,
  headBytes,
  invalidUtf8,
  invalidUtf8At,
  RangeReader,
  readDocument,
  tooLong,
} from "./read-file.js";
import { type CheckSettings, type DocumentSource, PartBuilder, type Unit, type UnitPart } from "./unit.js";

/** Checks one unit; faulty input becomes a finding, never an exception. */
export type CheckUnit = (unit: Unit) => Promise<readonly UnitPart[]>;

const newline = 10;

/** A checker that uses the validators in the settings. Rejects if they can't be loaded. */
export async function createUnitChecker(settings: CheckSettings): Promise<CheckUnit> {
  const { catalog, fixed } = await loadValidators(settings);
  const checker = createDocumentChecker({
    inspect: createInspector(catalog, { ...settings, fixed }),
    secrets: [...settings.secrets, ...(fixed?.secrets ?? [])],
    strict: settings.strict,
    all: settings.all,
  });
  const recorder = settings.sequence ? await recorderFor(catalog) : undefined;
  const thread: Thread = { settings, checker, recorder, reader: new RangeReader(settings.maxDocument) };
  return (unit) => checkUnit(thread, unit);
}

async function loadValidators({ validators, schema, allowRefsTo }: CheckSettings) {
  const { loadCatalog } = await import("./load-catalog.js");
  const catalog = validators === undefined ? { subjects: {}, eventSets: [] } : await loadCatalog(validators);
  const fixed =
    schema === undefined
      ? undefined
      : await (await import("./schema-file.js")).compileSchemaFile(schema, allowRefsTo);
  return { catalog, fixed };
}

async function recorderFor(catalog: Catalog): Promise<EventRecorder> {
  const [{ createEventRecorder }, { loadSetProtocols }] = await Promise.all([
    import("./history/event-record.js"),
    import("./history/sequence.js"),
  ]);
  return createEventRecorder(await loadSetProtocols(catalog));
}

/** State of one checking thread. */
interface Thread {
  readonly settings: CheckSettings;
  readonly checker: DocumentChecker;
  readonly recorder: EventRecorder | undefined;
  readonly reader: RangeReader;
}

async function checkUnit(thread: Thread, unit: Unit): Promise<readonly UnitPart[]> {
  switch (unit.kind) {
    case "files": {
      const parts: UnitPart[] = [];
      for (const source of unit.sources) {
        const content = readDocument(source, thread.settings.maxDocument);
        const part = await checkDocument(thread, { source, content, countOnly: unit.countOnly });
        parts.push(part);
        if (thread.settings.failFast && part.findings.some(({ level }) => level === "error")) break;
      }
      return parts;
    }
    case "document":
      return [
        await checkDocument(thread, { ...unit, content: { kind: "bytes", bytes: toBuffer(unit.bytes) } }),
      ];
    case "range": {
      const part = new PartBuilder(unit.source, { first: unit.start === 0, last: unit.end === unit.size });
      part.mostFindings = mostFindings(thread, unit);
      const range = thread.reader.read(unit);
      if (range.kind === "unreadable") return [await fault(thread, part, range.problem)];
      part.shift = range.offset;
      await checkLines(thread, range.bytes, part);
      if (range.tooLong) {
        part.documents++;
        await reportLine(thread, part, {
          bytes: range.tooLong,
          problem: tooLong(thread.settings.maxDocument),
        });
        part.lines++;
      }
      return [part.build(thread.recorder?.take())];
    }
    case "lines": {
      const part = new PartBuilder(unit.source, unit);
      part.mostFindings = mostFindings(thread, unit);
      await checkLines(thread, toBuffer(unit.bytes), part);
      return [part.build(thread.recorder?.take())];
    }
    case "fault": {
      const part = new PartBuilder(unit.source, unit);
      const problem: Problem = { code: unit.code, message: unit.message, pointer: "" };
      part.documents += unit.lines;
      await reportLine(thread, part, { bytes: toBuffer(unit.head), problem });
      part.lines += unit.lines;
      return [part.build()];
    }
  }
}

function mostFindings({ settings }: Thread, { countOnly }: Unit): number {
  if (countOnly === true) return 0;
  return settings.maxFindings;
}

/** A buffer over the same bytes; its methods are faster than those of `Uint8Array`. */
function toBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface DocumentInput {
  readonly source: DocumentSource;
  readonly content: FileContent;
  readonly countOnly?: boolean | undefined;
}

async function checkDocument(
  thread: Thread,
  { source, content, countOnly = false }: DocumentInput,
): Promise<UnitPart> {
  const part = new PartBuilder(source, { first: true, last: true });
  part.documents = 1;
  if (content.kind === "problem") return fault(thread, part, content.problem);
  const { checker, recorder } = thread;
  const { bytes } = content;
  part.bytes = bytes.length;
  const start = bomLength(bytes);
  const at: DocumentOrigin = {
    file: source.name,
    where: findSourceFolder(source.path),
    line: 0,
    isLine: false,
    countOnly,
  };
  const invalid = invalidUtf8At(start === 0 ? bytes : bytes.subarray(start));
  const text = bytes.toString("utf8", start);
  const checked = await (invalid >= 0
    ? checker.report(text, invalidUtf8(bytes.subarray(start), invalid), at)
    : checker.check(text, at));
  part.add(checked);
  if (checked?.event && recorder) {
    recorder.record(checked.event, { line: 0, offset: 0, length: bytes.length });
  }
  return part.build(recorder?.take());
}

async function checkLines(thread: Thread, bytes: Buffer, part: PartBuilder): Promise<void> {
  const { checker, recorder, settings } = thread;
  const ascii = isAscii(bytes);
  const valid = ascii || isUtf8(bytes);
  const encoding = ascii ? "latin1" : "utf8";
  const { name, path } = part.source;
  const at: DocumentOrigin = { file: name, where: findSourceFolder(path), line: 0, isLine: true };
  part.bytes += bytes.length;
  let from = part.first ? bomLength(bytes) : 0;
  while (from < bytes.length) {
    const feed = bytes.indexOf(newline, from);
    const to = feed < 0 ? bytes.length : feed;
    at.line = part.lines;
    at.countOnly = part.findings >= part.mostFindings;
    if (to - from > settings.maxDocument) {
      await reportLine(thread, part, {
        bytes: bytes.subarray(from, from + headBytes),
        problem: tooLong(settings.maxDocument),
      });
      part.documents++;
    } else if (to > from) {
      const line = valid ? undefined : bytes.subarray(from, to);
      const invalid = line === undefined ? -1 : invalidUtf8At(line);
      const text = bytes.toString(encoding, from, to);
      const outcome =
        line !== undefined && invalid >= 0
          ? checker.report(text, invalidUtf8(line, invalid), at)
          : checker.check(text, at);
      const checked = outcome instanceof Promise ? await outcome : outcome;
      if (checked !== undefined) {
        part.documents++;
        part.add(checked);
        if (recorder !== undefined && checked.event !== undefined) {
          const place = { line: part.lines, offset: part.shift + from, length: to - from };
          recorder.record(checked.event, place);
        }
      }
    }
    part.lines++;
    from = to + 1;
    if (settings.failFast && part.errors > 0) return;
  }
}

async function fault(thread: Thread, part: PartBuilder, problem: Problem): Promise<UnitPart> {
  await reportLine(thread, part, { bytes: Buffer.alloc(0), problem });
  return part.build();
}

/** Reports a line or document of which at most the first bytes are available. */
async function reportLine(
  { checker }: Thread,
  part: PartBuilder,
  { bytes, problem }: { bytes: Buffer; problem: Problem },
): Promise<void> {
  const { name, path } = part.source;
  const at: DocumentOrigin = { file: name, where: findSourceFolder(path), line: part.lines, isLine: false };
  const text = bytes.toString("utf8").split(/[\r\n]/, 1)[0] ?? "";
  part.add(await checker.report(text, { span: { offset: 0, length: 1 }, ...problem }, at));
}
