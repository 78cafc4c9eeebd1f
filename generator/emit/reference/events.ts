import type { Protocol } from "@oipkit/runtime/webhook";
import { propertyBranches } from "../../../reader/documents/joint-schemas.js";
import { isSchemaObject, listOrEmpty } from "../../../reader/documents/schema-walk.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { type Code, empty, join } from "../../../reader/text/code/code.js";
import {
  markdownBlock,
  markdownCell,
  markdownCode,
  markdownProse,
  markdownText,
  mermaidText,
} from "../../../reader/text/code/markdown.js";
import type { Render, TemplateView } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { type GeneratedFile, sourceLink } from "../file.js";
import { processingSteps } from "./processing.js";
import { protocolParts } from "./protocol-parts.js";
import { propertyRows, ruleSentences } from "./schemas.js";

/** `reference/<set>.md`: the events, each with its properties and an example. */
export function emitEventReference(input: EmitInput, set: EventSet, render: Render): GeneratedFile[] {
  const protocol = set.protocol as Protocol | undefined;
  const view = {
    title: markdownText(set.title),
    source: markdownCode(sourceLink(set.source)),
    description: markdownProse(set.description ?? ""),
    messages: set.messages.map((message) => messageView(input, message, protocol !== undefined)),
    diagrams: diagramViews(input, set),
    hasProtocol: protocol !== undefined,
    steps: protocol === undefined ? [] : processingSteps(protocol),
    parts: protocol === undefined ? [] : protocolParts(protocol),
    delivery: protocol === undefined ? empty : deliveryDiagram(protocol),
    protocol:
      set.protocol === undefined ? empty : markdownBlock("json", JSON.stringify(set.protocol, null, 2)),
  };
  return [{ path: `reference/${set.name}.md`, text: render("reference-events.md", view) }];
}

function messageView(input: EmitInput, message: EventMessage, isDelivered: boolean): TemplateView {
  const example = input.contracts.examples.find(
    ({ subject, name }) => subject === message.label && name === "minimal",
  );
  const narrowed = narrowedValues(input, message);
  const rules = ruleSentences(input.contracts, message.payload);
  return {
    name: markdownCode(message.eventType ?? message.pattern ?? message.label),
    typeName: markdownCode(message.typeName),
    summary: markdownCell(message.summary ?? message.title ?? ""),
    description: markdownProse(message.description ?? ""),
    hasClause: message.clause !== undefined,
    clause: markdownText(message.clause ?? ""),
    narrowed: narrowed.map(({ path, values }) => ({
      path: markdownCode(path),
      values: join(values.map(markdownCode), ", "),
    })),
    properties: propertyRows(input, message.payload),
    hasHeaders: message.headers !== undefined,
    headersType: markdownCode(message.headers?.typeName ?? ""),
    headers: message.headers === undefined ? [] : propertyRows(input, message.headers.place),
    hasFamily: message.family !== undefined,
    family: markdownCode(message.family ?? ""),
    isOpen: !message.specified,
    isStoredWhole: !message.specified && !message.callback && isDelivered,
    hasRules: rules.length > 0,
    rules,
    hasExample: example !== undefined,
    example: example ? markdownBlock("json", JSON.stringify(example.document.value, null, 2)) : empty,
    source: markdownCode(sourceLink(message.source)),
  };
}

/** A state diagram for each property that several events restrict to some of its values. */
function diagramViews(input: EmitInput, { messages }: EventSet): TemplateView[] {
  const targets = new Map<string, DiagramTarget[]>();
  for (const message of messages) {
    const event = message.eventType ?? message.pattern ?? message.label;
    for (const { path, values } of narrowedValues(input, message)) {
      targets.set(path, [...(targets.get(path) ?? []), { event, values }]);
    }
  }
  return [...targets]
    .filter(([, events]) => events.length > 1)
    .map(([path, events]) => ({ path: markdownCode(path), diagram: stateDiagram(events) }));
}

/** The values that an event allows for a property. */
interface Narrowed {
  readonly path: string;
  readonly values: readonly string[];
}

/** The values that the event allows for a property that its base schema leaves wider, one level below its own properties. */
export function narrowedValues({ contracts }: EmitInput, { payload }: EventMessage): Narrowed[] {
  const own =
    (payload.value as { properties?: Record<string, { properties?: Record<string, unknown> }> }).properties ??
    {};
  return Object.entries(own).flatMap(([name, schema]) =>
    Object.keys(schema?.properties ?? {}).flatMap((inner) => {
      const [first] = propertyBranches(contracts, payload, [name, inner]);
      if (!isSchemaObject(first?.value)) return [];
      const values = listOrEmpty(first.value.enum);
      if (values.length === 0) return [];
      return [{ path: `${name}.${inner}`, values: values.map(String) }];
    }),
  );
}

/** An event, and the values that it allows for a property. */
interface DiagramTarget {
  readonly event: string;
  readonly values: readonly string[];
}

/**
 * A state diagram with an arrow to each value that some event may carry. Contracts don't say which value an event
 * follows, so all arrows start at one state.
 */
export function stateDiagram(targets: readonly DiagramTarget[]): Code {
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
  const fresh: string[] = [];
  if (timestamp !== undefined) fresh.push("time");
  if (nonce !== undefined) fresh.push("nonce");
  const renewed = fresh.length === 0 ? "" : `, each with a new ${fresh.join(" and ")}`;
  const storage: string[] = [];
  const reservation: string[] = [];
  if (nonce !== undefined) {
    storage.push("  participant N as Nonce storage");
    reservation.push(
      "  R->>N: reserve the nonce",
      "  break nonce reserved already, or storage fails",
      `    R-->>P: ${unauthenticated} or ${unavailable}`,
      "  end",
    );
  }
  const attempts: string[] = [];
  if (retries !== undefined)
    attempts.push(`    Note over P,R: at most ${retries.maxAttempts} attempts${renewed}`);
  const signed = token === undefined ? "signature and body" : "signature, body and token";
  const lines = [
    "sequenceDiagram",
    "  participant P as Platform",
    "  participant R as Receiver",
    ...storage,
    "  participant I as Inbox",
    "  participant H as Handler",
    "  P->>R: POST, signed",
    `  break header missing or time wrong`,
    `    R-->>P: ${unauthenticated} or ${unprocessable}`,
    "  end",
    ...reservation,
    `  R->>R: check ${signed}`,
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
    ...attempts,
    "  end",
    "  I-->>R: committed, or stored earlier",
    `  R-->>P: ${accepted}, empty body`,
    "  I->>H: event, in order of its resource's versions",
  ];
  return markdownBlock("mermaid", lines.join("\n"));
}
