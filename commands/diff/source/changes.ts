import type { Place as ContractPlace } from "../../../reader/documents/place.js";
import { keyOf } from "../../../reader/documents/place.js";
import type { Model } from "../../../reader/model/model.js";
import type { Change, ChangeKind, Effect, Place } from "../finding.js";
import { placeIn } from "../place-in.js";
import type { Breakage } from "./breakages.js";
import type { Spot } from "./cause.js";
import type { SdkComparison } from "./compare-sdks.js";
import { consequencesOf } from "./consequences.js";
import { exportText } from "./export-name.js";
import { newEventCheck } from "./new-events.js";
import { originsOf, placeOfSpot, type SpotPlace } from "./origins.js";
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
  const isConsequence = consequencesOf(versions.old.model, vanished);
  const isNewEvent = newEventCheck(versions.old.model, versions.new.model);
  const changes = new Map<string, Change>();
  for (const breakage of breakages) {
    if (isConsequence(breakage)) continue;
    const { cause } = breakage;
    const places = placesOf(placeOfSpot(old, cause.spot), placeOfSpot(current, cause.spot));
    const keys = [places.old, places.new].map((each) => each && keyOf(each));
    const key = [cause.code, ...keys, cause.spot.path.at(-1), cause.message].join("\n");
    const change = changeOf(breakage, places, isNewEvent(breakage));
    const known = changes.get(key);
    changes.set(key, known === undefined ? change : joined(known, change));
  }
  return [...vanishedChanges(vanished, { old, new: current }), ...changes.values()];
}

interface Places {
  readonly change: ChangeKind;
  readonly old: ContractPlace | undefined;
  readonly new: ContractPlace | undefined;
}

/** What only one version has is added or removed; if neither place is exact, both are those of what contains it. */
function placesOf(old: SpotPlace | undefined, current: SpotPlace | undefined): Places {
  const [before, after] = [old?.place, current?.place];
  if (old?.isComplete && !current?.isComplete) return { change: "removed", old: before, new: undefined };
  if (current?.isComplete && !old?.isComplete) return { change: "added", old: undefined, new: after };
  return { change: "changed", old: before, new: after };
}

function changeOf(
  { cause, exports, isUsed }: Breakage,
  { change, ...places }: Places,
  isNewEvent: boolean,
): Change {
  const effect: Effect = isUsed && !isNewEvent ? "breaking" : "risky";
  const names = [cause.spot.name, ...exports];
  return {
    code: cause.code,
    change,
    breaks: "source",
    effects: { consumer: effect },
    ...(places.old && { old: findingPlace(places.old) }),
    ...(places.new && { new: findingPlace(places.new) }),
    subjects: [...new Set(names.map(exportText))],
    message: `\`${spotText(cause.spot)}\` ${cause.message} (${cause.error})`,
    remedy: isNewEvent ? "Tell those whose code has a handler for each event" : cause.remedy,
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

function findingPlace({ document, tokens }: ContractPlace): Place {
  return placeIn(document, tokens);
}
