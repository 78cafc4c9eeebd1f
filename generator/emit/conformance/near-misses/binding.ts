import { toPointer, valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { BindingPart } from "@oipkit/runtime/webhook";
import type { ByteEdit, Delivery, EventChange } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, frequent, type NearFacts, type NearMiss, variations } from "./near-miss.js";

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
  const places = all.filter(
    (place) => facts.fields.some(({ pointer }) => pointer === place) && hasParent(facts.event, place),
  );
  if (places.length === 0) return [];
  const own = places.map((set): EventChange => ({ set, own: part }));
  const tried = facts.isMain && !fewWords.has(part) ? variations : frequent;
  const miss = (name: string, cause: string, delivery: Delivery): NearMiss => ({
    name: `${part}-${name}`,
    part,
    why: `Only the very same text is the receiver's own ${part}; another one is somebody else's.`,
    cause,
    needs: partNeeds(part),
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
    ...boundElsewhere(facts, part, places).map(([name, change]) => ({
      ...miss(name, `The ${part} is probably taken from any field that is present.`, { change }),
      needs: findOther(facts, places).needs ?? partNeeds(part),
    })),
  ];
}

/** Whether the example has the object that a field belongs to. */
function hasParent(event: object, pointer: string): boolean {
  const parent = valueAtPointer(event, pointer.slice(0, pointer.lastIndexOf("/")));
  return typeof parent === "object" && parent !== null;
}

/** The receiver's own value in other fields, with another one in the right place. */
function boundElsewhere(
  facts: NearFacts,
  part: BindingPart,
  places: readonly string[],
): readonly (readonly [string, readonly EventChange[]])[] {
  const { to } = findOther(facts, places);
  const others = places.map((set): EventChange => ({ set, to }));
  const taken = new Set(Object.values(facts.protocol.event?.binding ?? {}).flat());
  const { id, type, correlationId, ordering } = facts.protocol.event ?? {};
  for (const place of [id, type, correlationId, ordering?.resource, ...facts.equal.flat()])
    if (place) taken.add(place);
  const siblings = facts.fields.filter(
    ({ pointer, schemas }) =>
      !taken.has(pointer) &&
      hasParent(facts.event, pointer) &&
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
  const objects: EventChange[] = [];
  if (outside.some((each) => each.startsWith("/nested/"))) objects.push({ set: "/nested", to: {} });
  const misplaced: (readonly [string, readonly EventChange[]])[] = [];
  if (siblings.length > 0)
    misplaced.push([
      "in-siblings",
      [...others, ...siblings.map(({ pointer }) => ({ set: pointer, own: part }))],
    ]);
  misplaced.push(
    ["outside", [...others, ...objects, ...outside.map((set) => ({ set, own: part }))]],
    [
      "moved-outside",
      [
        ...places.flatMap((set): EventChange[] => [{ set, own: part }, { remove: set }]),
        ...objects,
        ...outside.map((set) => ({ set, own: part })),
      ],
    ],
  );
  return misplaced;
}

/** A value that the schema allows, and that isn't the receiver's, or only if it has what the case needs. */
function findOther(
  { fields }: NearFacts,
  [place = ""]: readonly string[],
): { readonly to: unknown; readonly needs?: NonNullable<NearMiss["needs"]> } {
  const schemas = fields.find(({ pointer }) => pointer === place)?.schemas ?? [];
  const [own, other] = schemas.flatMap(({ enum: listed }) => {
    if (!Array.isArray(listed)) return [];
    return listed as unknown[];
  });
  if (typeof own !== "string" || other === undefined) return { to: "other_one" };
  return { to: other, needs: [{ environment: own }] };
}

function partNeeds(part: BindingPart): NonNullable<NearMiss["needs"]> {
  if (part === "organization" || part === "product") return [part];
  return [];
}

const unauthenticated: readonly StatusRef[] = ["unauthenticated"];
const missing: readonly StatusRef[] = ["unauthenticated", "unprocessable"];

/** The verification token, compared with the receiver's own. */
export const tokenFamily: Family = {
  name: "token",
  member: "token",
  rule: "Only the very same text is the verification token.",
  on: "main",
  cases({ protocol: { token } }) {
    if (token === undefined) return [];
    const place = toPointer([token.property]);
    return [
      ...variations.map(({ name, as, mistake }) =>
        miss(name, `The token is probably ${mistake}.`, { body: [{ vary: place, as }] }),
      ),
      miss("empty", "An empty token is probably treated as missing, and a missing one as correct.", {
        token: { value: "" },
      }),
      ...([true, false, 0, 42, null, [], {}] as const).map((value) =>
        miss(`as-${valueLabel(value)}`, "The token is probably compared loosely.", {
          token: { value },
          status: value === null ? missing : unauthenticated,
        }),
      ),
      ...tokenElsewhere(token.property, place),
    ];
  },
};

const why = "Only the very same text is the token; another one belongs to another endpoint, or to nobody.";

function miss(
  name: string,
  cause: string,
  { status = unauthenticated, ...delivery }: Delivery & { readonly status?: readonly StatusRef[] },
): NearMiss {
  return { name, why, cause, steps: [delivering(delivery, status)] };
}

function valueLabel(value: unknown): string {
  if (Array.isArray(value)) return "empty-array";
  if (typeof value === "object" && value !== null) return "empty-object";
  return String(value);
}

/** The right token at another place than its own. */
function tokenElsewhere(property: string, place: string): readonly NearMiss[] {
  const capital = property.replace(/(^|_)([a-z])/g, (_, line, letter) => `${line}${letter.toUpperCase()}`);
  const camel = property.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const names = [
    ["upper-case-name", property.toUpperCase()],
    ["capital-name", capital],
    ["camel-case-name", camel],
    ["padded-name", `${property} `],
  ] as const;
  const spelled = names
    .filter(([, name], at) => name !== property && names.findIndex(([, other]) => other === name) === at)
    .map(([name, to]): NearMiss => {
      const edit: ByteEdit = { rename: place, to };
      return miss(name, "The names of members are probably compared loosely, as some JSON libraries do.", {
        body: [edit],
        status: missing,
      });
    });
  const nested = `${toPointer(["nested"])}${place}`;
  return [
    ...spelled,
    miss("nested", "The token is probably searched for at any depth.", {
      body: [{ put: "/nested", value: {} }, { copy: place, to: nested }, { drop: place }],
      status: missing,
    }),
    miss("nested-besides-other", "The token is probably searched for at any depth.", {
      body: [
        { put: "/nested", value: {} },
        { copy: place, to: nested },
        { vary: place, as: "altered-last" },
      ],
    }),
  ];
}
