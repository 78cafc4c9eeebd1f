import type { Protocol } from "@oipkit/runtime/webhook";
import type { Code } from "../../../reader/text/code/code.js";
import { markdownBlock } from "../../../reader/text/code/markdown.js";
import { mermaidText } from "../../../reader/text/code/mermaid.js";

/** An event, and the values that it allows for a property. */
export interface Target {
  readonly event: string;
  readonly values: readonly string[];
}

/**
 * A state diagram with an arrow to each value that some event may carry. Contracts don't say which value an event
 * follows, so all arrows start at one state.
 */
export function stateDiagram(targets: readonly Target[]): Code {
  const byValue = new Map<string, string[]>();
  const all = new Set(targets.flatMap(({ values }) => values));
  // An event that allows every value says nothing about where it leads.
  const telling = targets.filter(({ values }) => values.length < all.size);
  for (const { event, values } of telling)
    for (const value of values) byValue.set(value, [...(byValue.get(value) ?? []), event]);
  const states = [...byValue].map(([value, events], at) => ({ id: `s${at}`, value, events }));
  const lines = [
    "stateDiagram-v2",
    "  direction LR",
    '  state "before the event" as before',
    ...states.map(({ id, value }) => `  state "${mermaidText(value)}" as ${id}`),
    ...states.map(({ id, events }) => `  before --> ${id}: ${events.map(mermaidText).join("<br/>")}`),
  ];
  return markdownBlock("mermaid", lines.join("\n"));
}

/** A sequence diagram of one delivery, from the request to the handler. */
export function deliveryDiagram({ responses, retries, timestamp, nonce, token }: Protocol): Code {
  const { accepted, unauthenticated, unprocessable, unavailable } = responses;
  const fresh = [...(timestamp === undefined ? [] : ["time"]), ...(nonce === undefined ? [] : ["nonce"])];
  const renewed = fresh.length === 0 ? "" : `, each with a new ${fresh.join(" and ")}`;
  const reservation = [
    "  R->>N: reserve the nonce",
    "  break nonce reserved already, or storage fails",
    `    R-->>P: ${unauthenticated} or ${unavailable}`,
    "  end",
  ];
  const lines = [
    "sequenceDiagram",
    "  participant P as Platform",
    "  participant R as Receiver",
    ...(nonce === undefined ? [] : ["  participant N as Nonce storage"]),
    "  participant I as Inbox",
    "  participant H as Handler",
    "  P->>R: POST, signed",
    `  break header missing or time wrong`,
    `    R-->>P: ${unauthenticated} or ${unprocessable}`,
    "  end",
    ...(nonce === undefined ? [] : reservation),
    token === undefined ? "  R->>R: check signature and body" : "  R->>R: check signature, body and token",
    "  break wrong",
    `    R-->>P: ${unauthenticated} or ${unprocessable}`,
    "  end",
    "  R->>R: validate event and binding",
    "  break invalid",
    `    R-->>P: ${unprocessable}`,
    "  end",
    "  R->>I: store the event by its id",
    "  break storage fails",
    `    R-->>P: ${unavailable}`,
    ...(retries === undefined
      ? []
      : [`    Note over P,R: at most ${retries.maxAttempts} attempts${renewed}`]),
    "  end",
    "  I-->>R: committed, or stored earlier",
    `  R-->>P: ${accepted}, empty body`,
    "  I->>H: event, in order of its resource's versions",
  ];
  return markdownBlock("mermaid", lines.join("\n"));
}
