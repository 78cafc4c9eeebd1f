import { type Place as ContractPlace, placeKey } from "../../../reader/documents/place.js";
import type { Model } from "../../../reader/model/model.js";
import { json } from "../../../reader/text/json.js";
import {
  type ChangeEffect,
  type ChangeKind,
  type ChangePlace,
  type ContractChange,
  placeIn,
} from "../comparison.js";
import { type ExportName, exportText, type Spot } from "./cause.js";
import type { Breakage, SdkComparison } from "./compare-sdks.js";
import { createOrigins, type Origin, type Origins, type SpotPlace, spotPlace } from "./origins.js";
import type { Vanished } from "./probe.js";
import type { NamedVersion } from "./sdk.js";

/** A version and the model of its SDK. */
interface ModelledVersion extends NamedVersion {
  readonly model: Model;
}

/** The changes of a comparison, with their places in the contracts. The same change of the contracts is one change. */
export function sourceChanges(
  { vanished, breakages }: SdkComparison,
  versions: { readonly old: ModelledVersion; readonly new: ModelledVersion },
): ContractChange[] {
  const old = createOrigins(versions.old.contracts, versions.old.model);
  const current = createOrigins(versions.new.contracts, versions.new.model);
  const isConsequence = consequenceCheck(versions.old.model, vanished);
  const isNewEvent = newEventCheck(versions.old.model, versions.new.model);
  const changes = new Map<string, ContractChange>();
  for (const breakage of breakages) {
    if (isConsequence(breakage)) continue;
    const { cause } = breakage;
    const places = toPlaces(spotPlace(old, cause.spot), spotPlace(current, cause.spot));
    const keys = [places.old, places.new].map((each) => each && placeKey(each));
    const key = [cause.code, ...keys, cause.spot.path.at(-1), cause.message].join("\n");
    const change = breakageChange(breakage, places, isNewEvent(breakage));
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
function toPlaces(old: SpotPlace | undefined, current: SpotPlace | undefined): Places {
  const [before, after] = [old?.place, current?.place];
  if (old?.isComplete && !current?.isComplete) return { change: "removed", old: before, new: undefined };
  if (current?.isComplete && !old?.isComplete) return { change: "added", old: undefined, new: after };
  return { change: "changed", old: before, new: after };
}

function breakageChange(
  { cause, exports, isUsed }: Breakage,
  { change, ...places }: Places,
  isNewEvent: boolean,
): ContractChange {
  const effect: ChangeEffect = isUsed && !isNewEvent ? "breaking" : "risky";
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

function joined(known: ContractChange, other: ContractChange): ContractChange {
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

function findingPlace({ document, tokens }: ContractPlace): ChangePlace {
  return placeIn(document, tokens);
}

/** Whether a breakage only says again that something is gone whose names are gone. */
type IsConsequence = (breakage: Breakage) => boolean;

/** Methods of clients without their operations, and handlers and members of unions without their events. */
function consequenceCheck({ apis, eventSets }: Model, vanished: readonly Vanished[]): IsConsequence {
  const names = new Set(vanished.map(({ name }) => exportText(name)));
  const paths = new Set<string>();
  for (const { name, operations } of apis) {
    const module = `${name}/client.js`;
    const isGone = ({ functionName }: (typeof operations)[number]): boolean =>
      names.has(exportText({ module, name: functionName }));
    for (const operation of operations.filter(isGone)) {
      const { group, method } = operation;
      paths.add(`${module} ${group}.${method}`);
      if (operations.every((each) => each.group !== group || isGone(each))) paths.add(`${module} ${group}`);
    }
  }
  const events = new Set<string>();
  for (const { name, messages } of eventSets)
    for (const { typeName, key, eventType } of messages)
      if (names.has(exportText({ module: `${name}/types.js`, name: typeName })))
        for (const each of [typeName, key, ...(eventType === undefined ? [] : [eventType, json(eventType)])])
          events.add(each);
  return ({ cause: { code, spot, values } }) => {
    const steps = spot.path.filter((step) => step !== "()");
    if (code === "source-value-removed")
      return values !== undefined && values.length > 0 && values.every((each) => events.has(each));
    if (code !== "source-property-removed") return false;
    if (spot.name.name === "createClient") return paths.has(`${spot.name.module} ${steps.join(".")}`);
    return spot.name.module.endsWith("/receiver.js") && events.has(steps.at(-1) ?? "");
  };
}

/**
 * Whether something no longer compiles only because there is a new event: code that handles each event by name, without a
 * default. Other programs don't notice it.
 */
function newEventCheck(old: Model, current: Model): (breakage: Breakage) => boolean {
  const known = eventNames(old);
  const names = [...eventNames(current)].filter((name) => !known.has(name));
  return ({ cause: { code, spot, values = [], message } }) => {
    if (code !== "source-value-added" && code !== "source-required-added") return false;
    const texts = [spot.path.at(-1) ?? "", ...values.map(unquoted), ...message.split(/\s+/).map(unquoted)];
    return names.some((name) => texts.includes(name));
  };
}

/** On the wire and in TypeScript. */
function eventNames({ eventSets }: Model): ReadonlySet<string> {
  return new Set(
    eventSets.flatMap(({ messages }) =>
      messages.flatMap(({ eventType, label, typeName }) => [eventType ?? label, typeName]),
    ),
  );
}

function unquoted(text: string): string {
  return text.replace(/^["`]|["`,]$/g, "");
}

/** One change for each thing of the contracts whose names are gone: an operation has many names. */
function vanishedChanges(
  vanished: readonly Vanished[],
  origins: { readonly old: Origins; readonly new: Origins },
): ContractChange[] {
  const groups = new Map<string, Group>();
  for (const each of vanished) {
    const declared = each.origin ?? each.name;
    const origin = origins.old.of(declared);
    const key = keyOfGroup(declared, origin);
    groups.set(key, { origin, names: [...(groups.get(key)?.names ?? []), each] });
  }
  return [...groups.values()].flatMap((group) => vanishedChange(group, origins) ?? []);
}

const typeModule = /(?:^|\/)(?:types|schemas)\.js$/;

interface Group {
  readonly origin: Origin | undefined;
  readonly names: readonly Vanished[];
}

/** Names of the same thing; the modules of one document belong together. */
function keyOfGroup({ module, name }: ExportName, origin: Origin | undefined): string {
  if (origin?.isExact) return placeKey(origin.owner);
  if (module === name) return `modules ${module.split("/")[0]}`;
  return exportText({ module, name });
}

function vanishedChange(
  { origin, names }: Group,
  origins: { readonly new: Origins },
): ContractChange | undefined {
  const operation = origin?.operation;
  const first =
    names.find(({ name }) => name.name === operation?.functionName) ??
    names.find(({ name }) => typeModule.test(name.module)) ??
    names[0];
  if (first === undefined) return undefined;
  const counterpart = operation && origins.new.findCounterpart(operation);
  const after = counterpart?.place;
  const isRenamed = counterpart !== undefined && counterpart.functionName !== operation?.functionName;
  const renamed = isRenamed ? `, since its operation is called \`${counterpart.functionName}\` now` : "";
  return {
    code: "source-export-removed",
    change: after === undefined ? "removed" : "changed",
    breaks: "source",
    effects: { consumer: names.every(({ isRare }) => isRare) ? "risky" : "breaking" },
    ...(origin && { old: placeIn(origin.owner.document, origin.owner.tokens) }),
    ...(after && { new: placeIn(after.document, after.tokens) }),
    subjects: [...new Set([first, ...names].map(({ name }) => exportText(name)))],
    message: `\`${first.name.name}\` ${first.message}${renamed} (${first.error})`,
    remedy: isRenamed
      ? "Keep the operationId: names of the SDK are made from it"
      : "Keep what the name is made from, and deprecate it",
  };
}
