import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import type {
  AccessSnapshot,
  EventMessage,
  EventSet,
  HttpApi,
  HttpOperation,
} from "../../../reader/model/model.js";
import { type Code, code, join } from "../../../reader/text/code/code.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { dataLiteral, inlineLiteral, literal, propertyKey } from "../../../reader/text/code/literal.js";
import type { OutputContext } from "../../outputs/output.js";
import type { Render } from "../../render/template.js";
import { fileHeader, type GeneratedFile } from "../file.js";
import { emitHttpClient } from "./http-client.js";
import { LongShapes } from "./long-shapes.js";

/** The clients of all APIs. */
export function emitClients({ model, contracts, int64, render }: OutputContext): GeneratedFile[] {
  return model.apis.flatMap((api) => [
    ...emitHttpClient(api, {
      render,
      longs: int64 === "number" ? undefined : new LongShapes(api, contracts, int64),
      contracts,
    }),
    ...emitAccess(api, model.eventSets, render),
  ]);
}

/** `<api>/access.ts`: what a subject may do after an event, if the API has an operation that answers this. */
export function emitAccess(api: HttpApi, sets: readonly EventSet[], render: Render): GeneratedFile[] {
  const operation = api.operations.find(({ accessSnapshot }) => accessSnapshot !== undefined);
  const { accessSnapshot } = operation ?? {};
  if (operation === undefined || accessSnapshot === undefined) return [];
  const asked = Object.keys(accessSnapshot.events);
  const set = sets.find(({ messages }) => messages.some(({ eventType }) => asked.includes(eventType ?? "")));
  if (set?.discriminator === undefined) return [];
  const messages = asked.flatMap((name) => set.messages.filter(({ eventType }) => eventType === name));
  return [
    {
      path: `${api.name}/access.ts`,
      text: render(
        "access.ts",
        view({ operation, accessSnapshot, set, messages, header: clientHeader(api, set) }),
      ),
    },
  ];
}

interface Parts {
  readonly operation: HttpOperation;
  readonly accessSnapshot: AccessSnapshot;
  readonly set: EventSet;
  readonly messages: readonly EventMessage[];
  readonly header: Code;
}

function view({ operation, accessSnapshot, set, messages, header }: Parts) {
  const { allowed, revision, collections, events, body } = accessSnapshot;
  const eventType = toPointer(set.discriminator ?? []);
  const types = messages.map(({ typeName }) => code`events.${identifier(typeName)}`);
  const parameters = new Set(Object.values(events).flatMap(({ request }) => Object.keys(request)));
  return {
    header,
    events: join(types, " | "),
    eventsModule: literal(`../${set.name}/types.js`),
    answer: identifier(`${operation.typeName}Answer`),
    operation: identifier(operation.functionName),
    descriptor: dataLiteral({ allowed, revision, collections, eventType, events }),
    collections: Object.entries(collections).map(([name, pointer]) => ({
      name: propertyKey(name),
      type: code`ValueAt<SuccessBody<SnapshotAnswer>, ${inlineLiteral(fromPointer(pointer))}>`,
    })),
    parameters: join(
      [...parameters].map((name) => literal(name)),
      " | ",
    ),
    body: body === undefined ? code`` : code`, body: ${inlineLiteral(body)}`,
  };
}

function clientHeader(api: HttpApi, set: EventSet): Code {
  return fileHeader([api.source, set.source]);
}
