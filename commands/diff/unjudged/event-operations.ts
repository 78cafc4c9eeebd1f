import type { Contracts } from "../../../reader/documents/contracts.js";
import { below, childPlaces, dereference, type Place } from "../../../reader/documents/place.js";
import { recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import { type ContractChange, placeIn } from "../comparison.js";
import type { Versions } from "../version.js";

interface Operation {
  readonly name: string;
  readonly place: Place;
  readonly action: string;
  /** The address of its channel, or else its name. */
  readonly channel: string;
}

/**
 * The operations of AsyncAPI that one version has, on a channel that both have. What is sent with them is compared by channel and message; an
 * operation with another name is the same.
 */
export function operationChanges(
  roots: { readonly old: Place; readonly new: Place },
  versions: Versions,
): ContractChange[] {
  const [old, current] = (["old", "new"] as const).map((side) => ({
    operations: operationsIn(versions[side].contracts, roots[side]),
    channels: channelsIn(versions[side].contracts, roots[side]),
  }));
  if (old === undefined || current === undefined) return [];
  return [
    ...without(old.operations, current).map((operation) => ({
      ...toChange(operation, "removed"),
      message: "the operation was removed",
    })),
    ...without(current.operations, old).map((operation) => ({
      ...toChange(operation, "added"),
      message: "the operation is new",
    })),
  ];
}

function toChange(
  { name, place: { document, tokens } }: Operation,
  change: "added" | "removed",
): Omit<ContractChange, "message"> {
  return {
    code: `event-operation-${change}`,
    change,
    breaks: "wire",
    effects: {},
    [change === "added" ? "new" : "old"]: placeIn(document, tokens),
    subjects: [`\`${name}\``],
  };
}

function without(
  operations: readonly Operation[],
  others: { readonly operations: readonly Operation[]; readonly channels: ReadonlySet<string> },
): Operation[] {
  const known = others.operations.map(({ action, channel }) => `${action} ${channel}`);
  const names = new Set(others.operations.map(({ name }) => name));
  return operations.filter(({ name, action, channel }) => {
    if (names.has(name) || !others.channels.has(channel)) return false;
    return !known.includes(`${action} ${channel}`);
  });
}

function operationsIn(contracts: Contracts, root: Place): Operation[] {
  return childPlaces(below(root, "operations")).map(([name, reference]) => {
    const place = dereference(contracts, reference);
    return {
      name,
      place,
      action: String(recordOrEmpty(place.value).action),
      channel: channelName(dereference(contracts, below(place, "channel"))),
    };
  });
}

function channelsIn(contracts: Contracts, root: Place): ReadonlySet<string> {
  const channels = childPlaces(below(root, "channels"));
  return new Set(channels.map(([, channel]) => channelName(dereference(contracts, channel))));
}

function channelName({ value, tokens }: Place): string {
  const { address } = recordOrEmpty(value);
  return typeof address === "string" ? address.replace(/\{[^{}]*\}/g, "{}") : `#${tokens.at(-1)}`;
}
