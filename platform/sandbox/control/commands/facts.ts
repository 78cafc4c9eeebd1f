import { found } from "../../platform/access/found.js";
import {
  approveApplication,
  approveDelegation,
  authorizeForCustomer,
  giveConsent,
} from "../../platform/access/index.js";
import type { Command, Draft, View } from "../../platform/draft.js";
import type { Kind, Records } from "../../platform/records/records.js";
import { Refusal } from "../../platform/refusal.js";
import type { Schemas } from "../operation.js";

/** Something that a check looks at. */
export type FactKind = Schemas["FactKind"];

type Stateful = {
  [K in Kind]: Records[K] extends { readonly id: string; readonly status: string } ? K : never;
}[Kind];

interface Switch {
  readonly record: Stateful;
  readonly on: readonly string[];
  readonly off: string;
  /** Makes it, for a fact that doesn't exist before somebody decides it. */
  readonly make?: ((draft: Draft, first: string, second: string) => unknown) | undefined;
}

const revocable = { on: ["active"], off: "revoked" } as const;

/** Where each fact is, and its states. */
const switches: Readonly<Record<FactKind, Switch>> = {
  approval: {
    ...revocable,
    record: "approval",
    make: (draft, application, organization) => approveApplication(draft, { application, organization }),
  },
  consent: { ...revocable, record: "consent", make: consent },
  "customer-authorization": {
    ...revocable,
    record: "customerAuthorization",
    make: (draft, application, organization) => authorizeForCustomer(draft, { application, organization }),
  },
  delegation: {
    ...revocable,
    record: "delegation",
    make: (draft, partner, customer) => approveDelegation(draft, { partner, customer }),
  },
  membership: { ...revocable, record: "membership" },
  organization: { ...revocable, record: "organization" },
  person: { ...revocable, record: "person" },
  application: { ...revocable, record: "application" },
  client: { record: "client", on: ["active"], off: "disabled" },
  entitlement: { record: "entitlement", on: ["active"], off: "ended" },
  "product-access": { record: "productAccess", on: ["active", "trial"], off: "ended" },
};

/** Every fact that exists, in the order of kinds. */
export function factsOf(view: View, only?: FactKind): readonly Schemas["Fact"][] {
  const kinds = only === undefined ? (Object.keys(switches) as FactKind[]) : [only];
  return kinds.flatMap((kind) => {
    const { record, on } = switches[kind];
    return view.list(record).map(({ id, status }) => ({ kind, id, on: on.includes(status) }));
  });
}

/**
 * Switches a fact on or off, against all rules of the platform: for who tests what a denial looks like. Emits no event. Throws a
 * `Refusal`: `unknown-…`, `fact-id-invalid`.
 */
export const setFact: Command<Schemas["FactChange"], Schemas["Fact"]> = (draft, { kind, id, on }) => {
  const { record, off, make, on: states } = switches[kind];
  const known = draft.get(record, id);
  if (known === undefined && on && make !== undefined) {
    const [first = "", second = "", ...rest] = id.split("/");
    if (second === "" || rest.length > 0)
      throw new Refusal("invalid", "fact-id-invalid", {
        message: `the id of a fact of this kind is two ids with a slash`,
      });
    make(draft, first, second);
  } else if (known !== undefined || make === undefined) {
    const present = found(draft, record, id);
    const status = on ? (states.find((state) => state === present.status) ?? states[0]) : off;
    // The kinds' statuses differ; each of them is one of its own.
    draft.put(record, { ...present, status } as Records[typeof record]);
  }
  return { kind, id, on };
};

/** The organization whose members' access depends on a fact. */
export function organizationOf(
  view: View,
  { kind, id }: Pick<Schemas["Fact"], "kind" | "id">,
): string | undefined {
  switch (kind) {
    case "membership":
      return view.get("membership", id)?.organization;
    case "entitlement":
      return view.get("entitlement", id)?.organization;
    case "product-access":
      return view.get("productAccess", id)?.organization;
    default:
      return undefined;
  }
}

/** With all scopes that the user identity may use. */
function consent(draft: Draft, application: string, person: string): void {
  const permissions = draft.list("permission", { application, identity: "user", state: "enabled" });
  const scopes = [...new Set(permissions.flatMap((permission) => permission.scopes))];
  giveConsent(draft, { application, person, scopes });
}
