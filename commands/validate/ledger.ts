import type { Finding, ReportedPart, Summary } from "../report/reporter.js";
import type { Baseline, BaselineDraft } from "./baseline.js";
import type { Catalog } from "./catalog.js";
import type { SequenceCheck } from "./history/sequence.js";
import type { ValidationSettings } from "./options.js";
import type { Unit, UnitPart } from "./unit.js";

/** What findings are compared with. */
interface References {
  readonly baseline: Baseline | undefined;
  readonly draft: BaselineDraft | undefined;
  readonly sequence: SequenceCheck | undefined;
}

/** Counts findings, in order, and decides which are shown. */
export class Ledger {
  documents = 0;
  bytes = 0;
  findings = 0;
  /** How many of the findings are warnings. */
  warnings = 0;
  interrupted = false;
  /** Whether reading can stop. */
  stopped = false;
  readonly #files = new Set<string>();
  #known = 0;
  #shown = 0;
  #lines = 0;

  private constructor(
    readonly settings: ValidationSettings,
    readonly references: References,
  ) {}

  /** Opens a ledger. Throws `DocumentsError` if the baseline or a protocol can't be read. */
  static async open(settings: ValidationSettings, catalog: Catalog | undefined): Promise<Ledger> {
    return new Ledger(settings, {
      ...(await openBaseline(settings)),
      sequence: settings.sequence && catalog ? await openSequence(catalog, settings) : undefined,
    });
  }

  /** Whether further findings are only counted: as many as allowed are shown, and nothing depends on the others. */
  get isFull(): boolean {
    const { baseline, failFast, maxFindings } = this.settings;
    return baseline === undefined && !failFast && this.#shown >= maxFindings;
  }

  /** The findings of a part to show, with lines counted from the start of the source. */
  take(part: UnitPart, unit: Unit): ReportedPart {
    if (part.first) this.#lines = 0;
    this.#files.add(part.source.name);
    this.documents += part.documents;
    this.bytes += part.bytes;
    this.findings += part.more;
    this.warnings += part.moreWarnings;
    const lines = this.#lines;
    this.#lines += part.lines;
    let found: readonly Finding[] =
      lines === 0
        ? part.findings
        : part.findings.map((finding) => ({ ...finding, line: finding.line + lines }));
    const { sequence } = this.references;
    if (sequence) found = merged(found, sequence.take(part, unit, lines));
    const { name: file } = part.source;
    let fresh = found.filter((finding) => !this.#isKnown(finding));
    const failure = this.settings.failFast ? fresh.find(({ level }) => level === "error") : undefined;
    if (failure) {
      this.stopped = true;
      const inLines = unit.kind === "range" || unit.kind === "lines";
      if (inLines) fresh = fresh.filter(({ line }) => line <= failure.line);
    }
    return { file, first: part.first, last: part.last || this.stopped, findings: this.#show(fresh) };
  }

  /** Writes a new baseline, or returns the findings for stale entries of the given one. */
  async close(): Promise<ReportedPart> {
    const { baseline, draft } = this.references;
    const { baseline: file = "", cwd } = this.settings;
    const whole = !this.interrupted && !this.stopped;
    if (draft && whole) await draft.write(file, cwd);
    const stale = baseline && whole ? baseline.stale(this.#files, cwd) : [];
    return { file, first: stale.length > 0, last: stale.length > 0, findings: this.#show(stale) };
  }

  summary(): Summary {
    return {
      files: this.#files.size,
      documents: this.documents,
      findings: this.findings,
      warnings: this.warnings,
      leftOut: this.findings - this.#shown,
      known: this.#known,
      interrupted: this.interrupted,
    };
  }

  #isKnown(finding: Finding): boolean {
    const { baseline, draft } = this.references;
    draft?.add(finding);
    const known = draft !== undefined || baseline?.knows(finding) === true;
    if (known) this.#known++;
    return known;
  }

  #show(findings: readonly Finding[]): readonly Finding[] {
    this.findings += findings.length;
    for (const { level } of findings) if (level === "warning") this.warnings++;
    const shown = findings.slice(0, Math.max(0, this.settings.maxFindings - this.#shown));
    this.#shown += shown.length;
    return shown;
  }
}

async function openBaseline({ baseline: file, writeBaseline, cwd }: ValidationSettings) {
  if (file === undefined) return { baseline: undefined, draft: undefined };
  const { Baseline, BaselineDraft } = await import("./baseline.js");
  if (writeBaseline) return { baseline: undefined, draft: new BaselineDraft() };
  return { baseline: Baseline.read(file, cwd), draft: undefined };
}

async function openSequence(
  catalog: Catalog,
  { maxDocument, strict }: ValidationSettings,
): Promise<SequenceCheck> {
  const [{ SequenceCheck, loadSetProtocols }, { secretFinder }, { secretNames }] = await Promise.all([
    import("./history/sequence.js"),
    import("./document/problem-reporter.js"),
    import("./load-catalog.js"),
  ]);
  return new SequenceCheck({
    sets: await loadSetProtocols(catalog),
    secrets: secretFinder(secretNames(catalog)),
    maxDocument,
    strict,
  });
}

/** Merges two sorted lists. */
function merged(a: readonly Finding[], b: readonly Finding[]): readonly Finding[] {
  if (b.length === 0) return a;
  return [...a, ...b].sort((x, y) => x.line - y.line || x.column - y.column);
}
