import type { Commerce } from "../../platform/commerce/index.js";
import type { Command } from "../../platform/draft.js";
import { factsOf, organizationOf, setFact } from "../commands/facts.js";
import type { Handlers, Schemas } from "../operation.js";
import { pageOf } from "../page.js";
import type { SandboxParts } from "../parts.js";

/** The operations of the facts that checks look at. */
export function factHandlers({
  world,
  commerce,
  log,
}: Pick<SandboxParts, "world" | "commerce" | "log">): Handlers<"listFacts" | "setFact"> {
  return {
    listFacts({ query }) {
      const all = factsOf(world.view, query.kind);
      const { entries, next } = pageOf(all, query, ({ kind, id }) => `${kind}:${id}`);
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
function changeFact(commerce: Commerce): Command<Schemas["FactChange"], Schemas["Fact"]> {
  return (draft, change) => {
    const fact = setFact(draft, change);
    const organization = organizationOf(draft, fact);
    if (organization !== undefined) commerce.refreshMembers(draft, { organization });
    return fact;
  };
}
