import { fromPointer, pointerResolver, valueAt, valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { BindingPart, JsonObject, Protocol } from "@oipkit/runtime/webhook";
import type { Subject } from "../subject.js";
import type { Suite } from "../suite/suite.js";
import { changed } from "./change.js";

const noBinding: NonNullable<Protocol["event"]["binding"]> = {
  organization: [],
  application: [],
  environment: [],
  product: [],
};

/** What a suite's examples show about bindings. */
export interface ExampleBindings {
  /** The values that the examples use for a part; each is a placeholder for the subject's own. */
  readonly placeholders: Readonly<Record<BindingPart, ReadonlySet<unknown>>>;
  /** By event name, the places that some valid examples have and others lack, so they are optional. */
  readonly optional: ReadonlyMap<unknown, ReadonlySet<string>>;
}

/** Collects what a suite's examples show about bindings. */
export function exampleBindings({
  protocol,
  examples,
}: Pick<Suite, "protocol" | "examples">): ExampleBindings {
  const { binding = noBinding, type } = protocol.event;
  const events = Object.values(examples).flatMap((cases) => Object.values(cases));
  const bindingValues = (part: BindingPart): ReadonlySet<unknown> => {
    const places = binding[part].map(pointerResolver);
    return new Set(events.flatMap((event) => places.map((valueAt) => valueAt(event))));
  };
  const places = Object.values(binding)
    .flat()
    .map((place) => ({ place, valueAt: pointerResolver(place) }));
  const readName = type === undefined ? () => undefined : pointerResolver(type);
  const byName = new Map<unknown, JsonObject[]>();
  for (const event of events) {
    const name = readName(event);
    byName.set(name, [...(byName.get(name) ?? []), event]);
  }
  const optional = new Map<unknown, ReadonlySet<string>>();
  for (const [name, alike] of byName) {
    const isPartial = ({ valueAt }: (typeof places)[number]): boolean => {
      const lacking = alike.filter((event) => valueAt(event) === undefined).length;
      return lacking > 0 && lacking < alike.length;
    };
    optional.set(name, new Set(places.filter(isPartial).map(({ place }) => place)));
  }
  return {
    placeholders: {
      organization: bindingValues("organization"),
      application: bindingValues("application"),
      environment: bindingValues("environment"),
      product: bindingValues("product"),
    },
    optional,
  };
}

/** An example event, and the ids, resource and binding to put into it. */
interface FreshEventOptions {
  readonly protocol: Protocol;
  readonly bindings: ExampleBindings;
  readonly application: Subject["application"];
  readonly event: JsonObject;
  readonly eventId: string;
  readonly resource: string;
  /** Whether to add a binding that is missing and optional. */
  readonly bind: boolean;
}

/**
 * An event as the subject would receive it: new ids, and its own binding if the event carries a
 * placeholder. What the event lacks or has wrong on purpose stays that way.
 */
export function freshEvent(options: FreshEventOptions): JsonObject {
  const { protocol, bindings, application, eventId, resource } = options;
  const shape = protocol.event;
  const former = at(options.event, shape.ordering?.resource);
  // A resource's id may occur in several places that must agree; only the schemas know which.
  const event =
    typeof former === "string" ? (renamed(options.event, former, resource) as JsonObject) : options.event;
  const own: readonly (readonly [BindingPart, string | undefined])[] = [
    ["organization", application.organization],
    ["application", application.id],
    ["environment", application.environment],
    ["product", application.product],
  ];
  const optional = options.bind ? bindings.optional.get(at(event, shape.type)) : undefined;
  const isOwn = (part: BindingPart, place: string): boolean => {
    const value = at(event, place);
    if (value !== undefined) return bindings.placeholders[part].has(value);
    return optional?.has(place) === true && hasRoom(event, place);
  };
  const bound = own.flatMap(([part, value]) => {
    if (value === undefined) return [];
    return (shape.binding ?? noBinding)[part]
      .filter((place) => isOwn(part, place))
      .map((place) => ({ set: place, to: value }));
  });
  const { id } = shape;
  const identified = id !== undefined && typeof at(event, id) === "string" ? [{ set: id, to: eventId }] : [];
  return changed(event, [...bound, ...identified]);
}

function at(event: JsonObject, pointer: string | undefined): unknown {
  if (pointer === undefined) return undefined;
  return valueAtPointer(event, pointer);
}

function hasRoom(event: JsonObject, place: string): boolean {
  const parent = valueAt(event, fromPointer(place).slice(0, -1));
  return typeof parent === "object" && parent !== null;
}

/** The value with every text that equals `from` replaced. */
export function renamed(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item, from, to)]));
}
