import type { Model } from "../../generator/model/model.js";
import type { Place as ContractPlace } from "../../generator/read/place.js";
import { keyOf } from "../../generator/read/place.js";
import type { Change, ChangeKind, Effect, Place } from "../finding.js";
import { placeIn } from "../place-in.js";
import type { Breakage } from "./breakages.js";
import type { Spot } from "./cause.js";
import type { SdkComparison } from "./compare-sdks.js";
import { type ExportName, exportText } from "./export-name.js";
import { type Origins, originsOf, placeOfSpot } from "./origins.js";
import type { NamedVersion } from "./sdk.js";
import { vanishedChanges } from "./vanished-changes.js";

/** A version and the model of its SDK. */
export interface ModelledVersion extends NamedVersion {
  readonly model: Model;
}

/** The changes of a comparison, with their places in the contracts. The same change of the contracts is one change. */
export function changesOf(
  { vanished, breakages }: SdkComparison,
  versions: { readonly old: ModelledVersion; readonly new: ModelledVersion },
): Change[] {
  const old = originsOf(versions.old.contracts, versions.old.model);
  const current = originsOf(versions.new.contracts, versions.new.model);
  const gone = vanishedChanges(vanished, { old, new: current });
  const changes = new Map<string, Change>();
  for (const breakage of breakages) {
    // A method of a group is the function of an operation.
    if (isMethodOf(breakage, gone.operationNames)) continue;
    const places = {
      old: placeOfSpot(old, breakage.cause.spot),
      new: placeOfSpot(current, breakage.cause.spot),
    };
    const change = changeOf(breakage, places);
    const { code, message } = change;
    const step = breakage.cause.spot.path.at(-1) ?? "";
    const key = [
      code,
      places.old && keyOf(places.old),
      places.new && keyOf(places.new),
      step,
      message.split(": TS")[0],
    ].join("\n");
    const known = changes.get(key);
    changes.set(key, known === undefined ? change : joined(known, change));
  }
  return [...gone.changes, ...changes.values()];
}

function isMethodOf({ cause: { code, spot } }: Breakage, names: ReadonlySet<string>): boolean {
  const group = spot.path.filter((step) => step !== "()");
  return (
    code === "source-property-removed" &&
    spot.name.name === "createClient" &&
    names.has(`${spot.name.module} ${group.join(".")}`)
  );
}

const kinds: Readonly<Record<string, ChangeKind>> = {
  "source-property-removed": "removed",
  "source-value-removed": "changed",
};

function changeOf(
  { cause, exports, isUsed }: Breakage,
  places: { readonly old: ContractPlace | undefined; readonly new: ContractPlace | undefined },
): Change {
  const effect: Effect = isUsed ? "breaking" : "risky";
  const change = kinds[cause.code] ?? "changed";
  const names = [cause.spot.name, ...exports];
  return {
    code: cause.code,
    change,
    breaks: "source",
    effects: { consumer: effect },
    ...(places.old && { old: findingPlace(places.old) }),
    ...(places.new && { new: findingPlace(places.new) }),
    subjects: [...new Set(names.map(exportText))],
    message: `${spotText(cause.spot)}: ${cause.message}: ${cause.error}`,
    remedy: cause.remedy,
  };
}

function joined(known: Change, other: Change): Change {
  const isBreaking = [known, other].some(({ effects }) => effects.consumer === "breaking");
  return {
    ...known,
    effects: { consumer: isBreaking ? "breaking" : "risky" },
    subjects: [...new Set([...known.subjects, ...other.subjects])],
  };
}

/** `Pet.owner.name`: the innermost exported name, and the path from there. */
function spotText({ name, path }: Spot): string {
  return path.reduce((text, step) => (/^[[(]/.test(step) ? `${text}${step}` : `${text}.${step}`), name.name);
}

/** A place of the contracts as findings have it. */
export function findingPlace({ document, tokens }: ContractPlace): Place {
  return placeIn(document, tokens);
}

export type { ExportName, Origins };
