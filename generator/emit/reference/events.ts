import type { Protocol } from "@oipkit/runtime/webhook";
import { propertyBranches } from "../../../reader/documents/properties.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { EventMessage, EventSet } from "../../../reader/model/model.js";
import { empty, join } from "../../../reader/text/code/code.js";
import {
  markdownBlock,
  markdownCell,
  markdownCode,
  markdownProse,
  markdownText,
} from "../../../reader/text/code/markdown.js";
import type { Render, View } from "../../render/template.js";
import type { EmitInput } from "../emit-input.js";
import { type GeneratedFile, sourceLink } from "../file.js";
import { deliveryDiagram, stateDiagram, type Target } from "./diagrams.js";
import { protocolParts } from "./parts.js";
import { processingSteps } from "./processing.js";
import { propertyRows } from "./properties.js";
import { ruleSentences } from "./rules.js";

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

function messageView(input: EmitInput, message: EventMessage, isDelivered: boolean): View {
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
function diagramViews(input: EmitInput, { messages }: EventSet): View[] {
  const targets = new Map<string, Target[]>();
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

interface Narrowed {
  readonly path: string;
  readonly values: readonly string[];
}

/** The values that the event allows for a property that its base schema leaves wider, one level below its own properties. */
function narrowedValues({ contracts }: EmitInput, { payload }: EventMessage): Narrowed[] {
  const own =
    (payload.value as { properties?: Record<string, { properties?: Record<string, unknown> }> }).properties ??
    {};
  return Object.entries(own).flatMap(([name, schema]) =>
    Object.keys(schema?.properties ?? {}).flatMap((inner) => {
      const [first] = propertyBranches(contracts, payload, [name, inner]);
      const values =
        first && isSchemaObject(first.value) && Array.isArray(first.value.enum) ? first.value.enum : [];
      return values.length === 0 ? [] : [{ path: `${name}.${inner}`, values: values.map(String) }];
    }),
  );
}
