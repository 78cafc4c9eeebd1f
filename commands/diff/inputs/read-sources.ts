import type { InputFile } from "../../../reader/documents/input.js";
import type { ListedSource } from "./listed-source.js";
import { listSource } from "./read-source.js";
import type { Source } from "./source.js";
import type { SourceOptions } from "./source-options.js";
import type { SourceVersion } from "./source-version.js";

/** Two sources to compare. */
export interface SourcePair {
  readonly old: Source;
  readonly new: Source;
}

/** How to read them. */
export interface PairOptions extends SourceOptions {
  /** Whether the contracts are also used for something else than comparing them, so that all of them are parsed. */
  readonly whole: boolean;
  /** Called when the old version was read. */
  readonly onOld?: (old: SourceVersion) => void;
}

/**
 * Reads two versions for a comparison. Ledgers and conformance cases that are all the same aren't parsed, and aren't in the
 * result: nothing refers to them, and they have no findings. Throws as `readSource` does, for the old version first.
 */
export async function readSources(
  sources: SourcePair,
  { whole, onOld, ...options }: PairOptions,
): Promise<{ readonly old: SourceVersion; readonly new: SourceVersion }> {
  const reading = settled(listSource(sources.new, options));
  const listed = await listSource(sources.old, options);
  const other = await reading;
  const isListed = other.status === "fulfilled";
  const same = whole || !isListed ? new Set<InputFile>() : sameBeside(listed, other.value);
  const old = await listed.load(same);
  onOld?.(old);
  if (!isListed) throw other.reason;
  return { old, new: await other.value.load(same) };
}

/** A failure is kept until the old version was read. */
async function settled<Result>(promise: Promise<Result>): Promise<PromiseSettledResult<Result>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

/** The files beside the contracts, of both versions, of each role of which all are the same. */
function sameBeside(old: ListedSource, current: ListedSource): ReadonlySet<InputFile> {
  return new Set(
    (["ledger", "case"] as const).flatMap((wanted) => {
      const files = [old, current].map((each) => each.files.filter(({ role }) => role === wanted));
      const [before = [], after = []] = files;
      const isSame =
        before.length === after.length &&
        before.every(({ name, text }, at) => name === after[at]?.name && text === after[at].text);
      return isSame ? files.flat() : [];
    }),
  );
}
