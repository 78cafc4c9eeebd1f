import type { BindingPart } from "@oipkit/runtime/webhook";
import type { Delivery, EventChange } from "../../../../commands/conform/suite/delivery.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";
import { frequent, variations } from "./variations.js";

/** The fields that say for which receiver an event is. */
export const bindingFamily: Family = {
  name: "binding",
  member: "event/binding",
  rule: "An event for another receiver is refused.",
  on: "families",
  cases(facts) {
    if (!facts.specified) return [];
    const parts = Object.entries(facts.protocol.event?.binding ?? {}) as [BindingPart, readonly string[]][];
    return parts.flatMap(([part, places]) => partCases(facts, part, places));
  },
};

/** A short closed list leaves no room for near misses of its texts. */
const fewWords: ReadonlySet<BindingPart> = new Set(["environment"]);

function partCases(facts: NearFacts, part: BindingPart, all: readonly string[]): readonly NearMiss[] {
  // The receiver's own value is put where a simple example has none.
  const places = all.filter((place) => facts.fields.some(({ pointer }) => pointer === place));
  if (places.length === 0) return [];
  const own = places.map((set): EventChange => ({ set, own: part }));
  const tried = facts.isMain && !fewWords.has(part) ? variations : frequent;
  const miss = (name: string, cause: string, delivery: Delivery): NearMiss => ({
    name: `${part}-${name}`,
    part,
    why: `Only the very same text is the receiver's own ${part}; another one is somebody else's.`,
    cause,
    needs: needsOf(part),
    steps: [delivering(delivery, ["unprocessable"])],
  });
  return [
    ...tried.map(({ name, as, mistake }) =>
      miss(name, `The ${part} is probably ${mistake}.`, {
        change: own,
        body: places.map((vary) => ({ vary, as })),
      }),
    ),
    miss("empty", `An empty ${part} is probably treated as missing, and a missing one as correct.`, {
      change: places.map((set) => ({ set, to: "" })),
    }),
    ...elsewhere(facts, part, places).map(([name, change]) => ({
      ...miss(name, `The ${part} is probably taken from any field that is present.`, { change }),
      needs: otherOf(facts, places).needs ?? needsOf(part),
    })),
  ];
}

/** The receiver's own value in other fields, with another one in the right place. */
function elsewhere(
  facts: NearFacts,
  part: BindingPart,
  places: readonly string[],
): readonly (readonly [string, readonly EventChange[]])[] {
  const { to } = otherOf(facts, places);
  const others = places.map((set): EventChange => ({ set, to }));
  const taken = new Set(Object.values(facts.protocol.event?.binding ?? {}).flat());
  const { id, type, correlationId, ordering } = facts.protocol.event ?? {};
  for (const place of [id, type, correlationId, ordering?.resource, ...facts.equal.flat()])
    if (place) taken.add(place);
  const siblings = facts.fields.filter(
    ({ pointer, schemas }) =>
      !taken.has(pointer) &&
      schemas.some(({ type: kind }) => kind === "string") &&
      schemas.every(
        (schema) => !["const", "enum", "format", "pattern", "maxLength"].some((keyword) => keyword in schema),
      ),
  );
  const [place = ""] = places.slice(-1);
  const name = place.slice(place.lastIndexOf("/") + 1);
  const outside = ["", "/nested"]
    .map((parent) => `${parent}/${name}`)
    .filter((each) => !places.includes(each));
  const objects: EventChange[] = outside.some((each) => each.startsWith("/nested/"))
    ? [{ set: "/nested", to: {} }]
    : [];
  return [
    ...(siblings.length === 0
      ? []
      : [
          [
            "in-siblings",
            [...others, ...siblings.map(({ pointer }) => ({ set: pointer, own: part }))],
          ] as const,
        ]),
    ["outside", [...others, ...objects, ...outside.map((set) => ({ set, own: part }))]] as const,
    [
      "moved-outside",
      [
        ...places.flatMap((set): EventChange[] => [{ set, own: part }, { remove: set }]),
        ...objects,
        ...outside.map((set) => ({ set, own: part })),
      ],
    ] as const,
  ];
}

/** A value that the schema allows, and that isn't the receiver's, or only if it has what the case needs. */
function otherOf(
  { fields }: NearFacts,
  [place = ""]: readonly string[],
): { readonly to: unknown; readonly needs?: NonNullable<NearMiss["needs"]> } {
  const schemas = fields.find(({ pointer }) => pointer === place)?.schemas ?? [];
  const [own, other] = schemas.flatMap(({ enum: listed }) =>
    Array.isArray(listed) ? (listed as unknown[]) : [],
  );
  if (typeof own !== "string" || other === undefined) return { to: "other_one" };
  return { to: other, needs: [{ environment: own }] };
}

function needsOf(part: BindingPart): NonNullable<NearMiss["needs"]> {
  return part === "organization" || part === "product" ? [part] : [];
}
