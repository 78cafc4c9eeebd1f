import type { Protocol } from "@oipkit/runtime/webhook";
import { placeAt } from "../../../reader/documents/place.js";
import type { EventMessage } from "../../../reader/model/model.js";
import { htmlCode, htmlLink, htmlText } from "../../../reader/text/code/html.js";
import type { TemplateView } from "../../render/template.js";
import { readExamples } from "../emit-input.js";
import { sourceLink } from "../file.js";
import { narrowedValues } from "../reference/events.js";
import { processingSteps } from "../reference/processing.js";
import { protocolParts } from "../reference/protocol-parts.js";
import { ruleSentences } from "../reference/schemas.js";
import { exampleText } from "./examples.js";
import { unshownOfDocument, unshownOfMessage } from "./not-shown.js";
import { codeList, type SectionInput, type SitePage } from "./page.js";
import { signaturePage } from "./signature.js";
import type { EventsSection } from "./site-map.js";
import { notShown, propertyTable } from "./tables.js";

type Input = SectionInput<EventsSection>;

/** The pages of an AsyncAPI document. */
export function eventPages(input: Input): SitePage[] {
  const { set, messages } = input.section;
  const examples = readExamples(input.contracts, set);
  const protocol = set.protocol as Protocol | undefined;
  return [
    overviewPage(input),
    ...messages.map(({ subject, file }) => {
      const all = examples(subject);
      const chosen = all.find(({ name }) => name === "full") ?? all[0];
      return messagePage(input, file, { message: subject, example: chosen?.document.value });
    }),
    ...(protocol === undefined ? [] : [signaturePage(input, protocol), processingPage(input, protocol)]),
  ];
}

function overviewPage(input: Input): SitePage {
  const { section, markdown, contracts } = input;
  const { set, messages } = section;
  const document = contracts.asyncapi.find(
    ({ path, file }) => (contracts.names.get(path) ?? file) === set.source.file,
  );
  return {
    file: "index.html",
    title: set.title,
    template: "site-events.html",
    entry: { kind: "page", title: set.title, line: "overview of events", members: [] },
    view: {
      title: htmlText(set.title),
      source: htmlCode(sourceLink(set.source)),
      description: markdown.prose(set.description ?? ""),
      messages: messages.map(({ subject, file }) => ({
        link: htmlLink(file, htmlCode(subject.label)),
        summary: markdown.line(subject.summary ?? subject.title ?? ""),
      })),
      diagrams: valueTables(input),
      hasProtocol: set.protocol !== undefined,
      ...notShown(document === undefined ? [] : unshownOfDocument(placeAt(document, []).value, "events")),
    },
  };
}

/** For each property that several events restrict, its values with the events that may carry them. */
function valueTables(input: Input): TemplateView[] {
  const { messages } = input.section;
  const byPath = new Map<string, Map<string, string[]>>();
  const counts = new Map<string, number>();
  for (const { subject } of messages)
    for (const { path, values } of narrowedValues(input, subject)) {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const events = byPath.get(path) ?? new Map<string, string[]>();
      byPath.set(path, events);
      for (const value of values) events.set(value, [...(events.get(value) ?? []), subject.label]);
    }
  return [...byPath]
    .filter(([path]) => (counts.get(path) ?? 0) > 1)
    .map(([path, values]) => ({
      path: htmlCode(path),
      values: [...values].map(([value, events]) => ({ value: htmlCode(value), events: codeList(events) })),
    }));
}

function messagePage(
  input: Input,
  file: string,
  { message, example }: { readonly message: EventMessage; readonly example: unknown },
): SitePage {
  const { markdown, contracts } = input;
  const rules = ruleSentences(contracts, message.payload);
  const table = propertyTable(input, message.payload);
  const headers = message.headers === undefined ? undefined : propertyTable(input, message.headers.place);
  const isDelivered = input.section.set.protocol !== undefined;
  const title = message.label;
  return {
    file,
    title,
    template: "site-event.html",
    entry: {
      kind: "event",
      title,
      line: message.summary ?? message.title ?? "event",
      members: [...table.names, ...(headers?.names ?? [])],
    },
    view: {
      title: htmlText(title),
      summary: markdown.line(message.summary ?? message.title ?? ""),
      typeName: htmlCode(message.typeName),
      description: markdown.prose(message.description ?? ""),
      hasFamily: message.family !== undefined,
      family: htmlCode(message.family ?? ""),
      hasClause: message.clause !== undefined,
      clause: htmlText(message.clause ?? ""),
      narrowed: narrowedValues(input, message).map(({ path, values }) => ({
        path: htmlCode(path),
        values: codeList(values),
      })),
      hasRows: table.rows.length > 0,
      rows: table.rows,
      hasHeaders: headers !== undefined,
      headers: headers?.rows ?? [],
      isOpen: !message.specified,
      isStoredWhole: !message.specified && !message.callback && isDelivered,
      hasRules: rules.length > 0,
      rules: rules.map((rule) => ({ rule: markdown.sentence(rule) })),
      hasExample: example !== undefined,
      example: htmlText(example === undefined ? "" : exampleText(example, "application/json")),
      isDelivered,
      source: htmlCode(sourceLink(message.source)),
      ...notShown(unshownOfMessage(message.place)),
    },
  };
}

function processingPage({ markdown }: Input, protocol: Protocol): SitePage {
  return {
    file: "processing.html",
    title: "Processing a delivery",
    template: "site-processing.html",
    entry: {
      kind: "page",
      title: "Processing a delivery",
      line: "what a receiver does, in order",
      members: [],
    },
    view: {
      steps: processingSteps(protocol).map(({ number, check, answer }) => ({
        number,
        check: markdown.sentence(check),
        answer: markdown.sentence(answer),
      })),
      parts: protocolParts(protocol).map(({ title, text }) => ({
        title: markdown.sentence(title),
        text: markdown.sentence(text),
      })),
      protocol: htmlText(JSON.stringify(protocol, null, 2)),
    },
  };
}
