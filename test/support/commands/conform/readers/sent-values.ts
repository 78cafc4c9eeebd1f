import type { Case, Suite } from "../../../../../commands/conform/index.js";
import { newCaseIdentities } from "../../../../../commands/conform/request/case-identities.js";
import { deliveryRequest } from "../../../../../commands/conform/request/delivery-request.js";
import { exampleBindings } from "../../../../../commands/conform/request/fresh-event.js";
import {
  changedHeaders,
  type Outgoing,
  type Sender,
} from "../../../../../commands/conform/request/outgoing.js";
import { exampleSecret } from "../../../../../runtime/webhook/index.js";

/** What a case puts in place of a signed header: one character is one byte. */
export interface SentValue {
  readonly id: string;
  readonly cause: string;
  readonly signed: string;
  readonly sent: string;
}

/** The header that differs in the last request of each case, as it is signed and as it is sent. */
export function sentValues(
  suite: Suite,
  cases: readonly Case[],
  { seconds, nonce }: { readonly seconds: number; readonly nonce: Uint8Array },
): readonly SentValue[] {
  const { protocol } = suite;
  const sender: Sender = {
    suite,
    bindings: exampleBindings(suite),
    credentials: { secrets: [exampleSecret(protocol, "current")], verificationToken: "" },
    application: { id: "any", environment: "any" },
    now: () => seconds * 1000,
    random: (size) => Uint8Array.from({ length: size }, (_, at) => nonce[at % nonce.length] ?? 0),
  };
  return cases.flatMap(({ id, cause = "", steps }) => {
    const identities = newCaseIdentities(protocol, sender.random);
    const [first, last = first] = steps;
    if (first === undefined || !("deliver" in first) || last === undefined) return [];
    const { timestamp: _, headers: __, ...plain } = first.deliver;
    const signed = deliveryRequest(sender, identities, { ...plain, nonce: "n" });
    const altered =
      "repeat" in last
        ? changedHeaders(signed.headers, last.headers, { protocol, fresh: identities.fresh })
        : deliveryRequest(sender, identities, { ...first.deliver, nonce: "n" }).headers;
    return [{ id, cause, ...difference(signed.headers, altered) }];
  });
}

/** The value that differs. */
function difference(
  signed: Outgoing["headers"],
  altered: Outgoing["headers"],
): Pick<SentValue, "signed" | "sent"> {
  const before = new Map(signed);
  const [changed] = altered.filter(([name, value]) => before.get(name) !== value);
  if (changed === undefined) throw new Error("no header differs");
  const [name, sent] = changed;
  return { signed: before.get(name) ?? "", sent };
}
