import { below, type Place } from "../../../reader/documents/place.js";
import { toRecord } from "../part.js";

/** What tells the alternatives of a union apart: a property, and the schema that each of its values stands for. */
export interface Discriminator {
  readonly place: Place;
  readonly propertyName: string;
  /** The last part of the schema's reference, by value: what a component is called, wherever it is. */
  readonly targets: ReadonlyMap<string, string>;
}

/** The discriminator that a schema itself declares (OpenAPI 3.1, section 4.8.25), with the values that its alternatives have without one. */
export function discriminatorAt(schema: Place): Discriminator | undefined {
  const place = below(schema, "discriminator");
  const { propertyName, mapping } = toRecord(place.value);
  if (typeof propertyName !== "string") return undefined;
  const explicit = Object.entries(toRecord(mapping)).map(
    ([value, target]) => [value, lastPart(String(target))] as const,
  );
  const mapped = new Set(explicit.map(([, target]) => target));
  const implicit = ["oneOf", "anyOf"].flatMap((keyword) =>
    childPlacesOfList(below(schema, keyword)).flatMap(({ value }) => {
      const { $ref } = toRecord(value);
      const name = typeof $ref === "string" ? lastPart($ref) : undefined;
      // A value of its own takes the place of the name.
      return name === undefined || mapped.has(name) ? [] : [[name, name] as const];
    }),
  );
  return { place, propertyName, targets: new Map([...implicit, ...explicit]) };
}

function childPlacesOfList(list: Place): Place[] {
  if (!Array.isArray(list.value)) return [];
  return list.value.map((_, index) => below(list, String(index)));
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1).replace(/\.(?:ya?ml|json)$/, "");
}

/** What a changed discriminator means to those who choose by it. */
export interface DiscriminatorChange {
  /** One sentence without a full stop. */
  readonly text: string;
  /** Whether a sender of the old version has its alternative chosen otherwise, or not at all. */
  readonly breaksSender: boolean;
  /** Whether a receiver of the old version chooses otherwise, or can't choose. */
  readonly breaksReceiver: boolean;
}

/** `undefined` if nothing that anyone notices has changed. */
export function discriminatorChange(
  old: Discriminator | undefined,
  current: Discriminator | undefined,
): DiscriminatorChange | undefined {
  if (old === undefined)
    return (
      current && {
        text: `\`${current.propertyName}\` tells the alternatives apart now`,
        breaksSender: false,
        breaksReceiver: false,
      }
    );
  if (current === undefined)
    return {
      text: `nothing tells the alternatives apart any more; \`${old.propertyName}\` did`,
      breaksSender: false,
      breaksReceiver: true,
    };
  if (old.propertyName !== current.propertyName)
    return {
      text: `\`${current.propertyName}\` tells the alternatives apart instead of \`${old.propertyName}\``,
      breaksSender: true,
      breaksReceiver: true,
    };
  const gone = [...old.targets].filter(([value]) => !current.targets.has(value));
  const moved = [...old.targets].filter(
    ([value, target]) => current.targets.has(value) && current.targets.get(value) !== target,
  );
  const come = [...current.targets].filter(([value]) => !old.targets.has(value));
  const parts: string[] = [];
  if (gone.length > 0)
    parts.push(`${named(gone)} no longer ${gone.length === 1 ? "stands" : "stand"} for an alternative`);
  if (moved.length > 0)
    parts.push(`${named(moved)} ${moved.length === 1 ? "stands" : "stand"} for another one`);
  if (come.length > 0)
    parts.push(`${named(come)} ${come.length === 1 ? "stands" : "stand"} for an alternative now`);
  if (parts.length === 0) return undefined;
  // A new alternative is found by comparing what is valid.
  const known = new Set(old.targets.values());
  const isRenamed = come.some(([, target]) => known.has(target));
  return {
    text: parts.join("; "),
    breaksSender: gone.length > 0 || moved.length > 0,
    breaksReceiver: isRenamed || moved.length > 0,
  };
}

function named(values: readonly (readonly [value: string, target: string])[]): string {
  return values.map(([value]) => `\`${value}\``).join(", ");
}
