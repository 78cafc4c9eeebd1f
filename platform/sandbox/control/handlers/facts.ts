import { found } from "../../platform/access/found.js";
import {
  approveApplication,
  approveDelegation,
  authorizeForCustomer,
  giveConsent,
} from "../../platform/access/index.js";
import type { Commerce } from "../../platform/commerce/index.js";
import { type Draft, type PlatformCommand, Refusal, type View } from "../../platform/draft.js";
import type { Kind, Records } from "../../platform/records/records.js";
import type { Handlers, Schemas } from "../operation.js";
import { takePage } from "../page.js";
import type { SandboxParts } from "../parts.js";

/** The operations of the facts that checks look at. */
export function factHandlers({
  world,
  commerce,
  log,
}: Pick<SandboxParts, "world" | "commerce" | "log">): Handlers<"listFacts" | "setFact"> {
  return {
    listFacts({ query }) {
      const all = listFacts(world.view, query.kind);
      const { entries, next } = takePage(all, query, ({ kind, id }) => `${kind}:${id}`);
      return { facts: [...entries], next };
    },
    async setFact({ body }) {
      const fact = await world.run(changeFact(commerce), body);
      log.write({
        kind: "control",
        message: `${fact.kind} switched ${fact.on ? "on" : "off"}`,
        data: { id: fact.id },
      });
      return fact;
    },
  };
}

/** The fact, and what follows from it for the access of members, with its events. */
function changeFact(commerce: Commerce): PlatformCommand<Schemas["FactChange"], Schemas["Fact"]> {
  return (draft, change) => {
    const fact = setFact(draft, change);
    const organization = factOrganization(draft, fact);
    if (organization !== undefined) commerce.refreshMembers(draft, { organization });
    return fact;
  };
}

/** Something that a check looks at. */
type FactKind = Schemas["FactKind"];

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
function listFacts(view: View, only?: FactKind): readonly Schemas["Fact"][] {
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
const setFact: PlatformCommand<Schemas["FactChange"], Schemas["Fact"]> = (draft, { kind, id, on }) => {
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
function factOrganization(
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
