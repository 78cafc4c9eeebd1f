import { toPointer } from "@oipkit/runtime/json-pointer";
import type { ByteEdit, Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearMiss } from "./near-miss.js";
import { variations } from "./variations.js";

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
        miss(`as-${nameOf(value)}`, "The token is probably compared loosely.", {
          token: { value },
          status: value === null ? missing : unauthenticated,
        }),
      ),
      ...elsewhere(token.property, place),
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

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "empty-array";
  return typeof value === "object" && value !== null ? "empty-object" : String(value);
}

/** The right token at another place than its own. */
function elsewhere(property: string, place: string): readonly NearMiss[] {
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
