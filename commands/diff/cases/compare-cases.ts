import type { FindingCode } from "../codes.js";
import type { Change, ChangeKind, Effect } from "../finding.js";
import { type Pairing, pairUp } from "../parts/pair-up.js";
import { placeIn } from "../place-in.js";
import type { Versions } from "../version.js";
import { type ConformanceCase, casesOf } from "./read-cases.js";

/**
 * Cases that a receiver passed before and might not pass now, and those that it needn't pass any longer: one change for
 * each file, level and kind of change. A receiver still runs, so that no case is more than a risk.
 */
export function compareCases(versions: Versions): Change[] {
  const pairings = pairUp<ConformanceCase>({ old: casesOf(versions.old), new: casesOf(versions.new) }, [
    { key: ({ id }) => id },
    { key: ({ content }) => content },
  ]);
  const groups = new Map<string, Found[]>();
  for (const found of pairings.flatMap(foundIn)) {
    const { code, level, pairing } = found;
    const key = [code, level, (pairing.new ?? pairing.old).place.document.file].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), found]);
  }
  return [...groups.values()].flatMap(changeOf);
}

interface Found {
  readonly code: FindingCode & `cases-${string}`;
  /** The level at which the case counts: the new one, or the old one if there is none. */
  readonly level: string;
  readonly pairing: Pairing<ConformanceCase>;
}

/** From the loosest to the strictest. */
const levels: readonly string[] = ["info", "should", "must"];

function foundIn(pairing: Pairing<ConformanceCase>): Found[] {
  const { old, new: current } = pairing;
  if (old === undefined) return [{ code: "cases-added", level: pairing.new.level, pairing }];
  if (current === undefined) return [{ code: "cases-removed", level: old.level, pairing }];
  const found: Found[] = [];
  const difference = levels.indexOf(current.level) - levels.indexOf(old.level);
  if (difference !== 0)
    found.push({ code: difference > 0 ? "cases-raised" : "cases-lowered", level: current.level, pairing });
  if (old.content !== current.content) found.push({ code: "cases-changed", level: current.level, pairing });
  return found;
}

const kinds: Readonly<Record<Found["code"], { readonly change: ChangeKind; readonly text: string }>> = {
  "cases-added": { change: "added", text: "new" },
  "cases-removed": { change: "removed", text: "removed" },
  "cases-raised": { change: "changed", text: "raised to this level" },
  "cases-lowered": { change: "changed", text: "lowered to this level" },
  "cases-changed": { change: "changed", text: "different in what is sent or expected" },
};

function changeOf(group: readonly Found[]): Change[] {
  const [first] = group;
  if (first === undefined) return [];
  const { code, level, pairing } = first;
  const { change, text } = kinds[code];
  const isLooser = code === "cases-removed" || code === "cases-lowered";
  const effect: Effect | undefined = isLooser || level === "info" ? undefined : "risky";
  return [
    {
      code,
      change,
      breaks: "wire",
      effects: effect === undefined ? {} : { consumer: effect },
      ...(pairing.old && { old: placeOf(pairing.old) }),
      ...(pairing.new && { new: placeOf(pairing.new) }),
      subjects: group.map(({ pairing: { old, new: current } }) => `case ${(current ?? old).id}`),
      message: `${count(group.length)} of the level \`${level}\` ${group.length === 1 ? "is" : "are"} ${text}`,
      ...(effect !== undefined && { remedy: "Run `oipkit conform` against your receiver again" }),
    },
  ];
}

function count(number: number): string {
  return number === 1 ? "1 conformance case" : `${number} conformance cases`;
}

function placeOf({ place }: ConformanceCase) {
  return placeIn(place.document, place.tokens);
}
