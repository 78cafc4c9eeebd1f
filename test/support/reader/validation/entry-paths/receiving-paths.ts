import { deepStrictEqual } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createMemoryInbox, signDelivery } from "../../../../../runtime/webhook/index.js";
import { headerNames } from "./contracts.js";
import type { EntryPath } from "./entry-path.js";
import { headerJson, isListedAs, isPlain, type PathContext } from "./path-context.js";

interface Handlers {
  handle(name: string, request: object): Promise<{ readonly kind: string; readonly findings?: unknown }>;
}
type Factory = (options: object) => Handlers;

interface ReceiverModule {
  createReceiver(options: object): { handle(request: Request): Promise<Response> };
}

/** Webhooks, callbacks and the receiver of signed events. */
export async function receivingPaths({ project, subjectId }: PathContext): Promise<EntryPath[]> {
  const factories = await project.load<Readonly<Record<string, Factory>>>("api/webhooks");
  const handle = async (
    factory: "createWebhooks" | "createCallbacks",
    name: string,
    request: object,
  ): Promise<{ readonly isAccepted: boolean; readonly received: Readonly<Record<string, unknown>> }> => {
    let received = {};
    const fallback = (given: object) => {
      received = given;
      return { status: 204 };
    };
    const create = factories[factory];
    if (create === undefined) throw new Error(`no ${factory}`);
    const { kind } = await create({ authenticate: "elsewhere", fallback }).handle(name, request);
    return { isAccepted: kind === "handled", received };
  };
  const path = (
    name: string,
    findVerdict: (id: string, value: unknown) => Promise<boolean | undefined>,
  ): EntryPath => ({
    name,
    verdicts: (schema, values) => Promise.all(values.map((value) => findVerdict(subjectId(schema), value))),
  });
  const header = (name: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    return {
      header: (asked: string): string | null => (asked.toLowerCase() === name.toLowerCase() ? text : null),
    };
  };
  const isListedThere = await isListedAs(project, "validators/api.webhooks.ts");
  const isListed = (id: string): boolean =>
    isListedThere(`the header parameter \`${headerNames.text}\` of \`webhook ${id}Hook\``);
  return [
    path(
      "webhook, body",
      async (id, body) => (await handle("createWebhooks", `${id}Hook`, { body })).isAccepted,
    ),
    path("webhook, header as text", async (id, value) => {
      const request = isPlain(value) && !isListed(id) ? header(headerNames.text, String(value)) : undefined;
      if (request === undefined) return undefined;
      const { isAccepted, received } = await handle("createWebhooks", `${id}Hook`, request);
      // The text of a number may be read as a text, or as a list with one item.
      if (isAccepted && received.xText !== value) return undefined;
      return isAccepted;
    }),
    path("webhook, header as json", async (id, value) => {
      const request = header(headerNames.json, headerJson(value));
      if (request === undefined) return undefined;
      const { isAccepted, received } = await handle("createWebhooks", `${id}Hook`, request);
      if (isAccepted) deepStrictEqual(received.xJson, value);
      return isAccepted;
    }),
    path(
      "callback, body",
      async (id, body) => (await handle("createCallbacks", `${id}Subscribe.called`, { body })).isAccepted,
    ),
    await receiverPath({ project, subjectId }),
  ];
}

/** The receiver takes signed deliveries; the content of one is an object. */
async function receiverPath({
  project,
  subjectId,
}: Pick<PathContext, "project" | "subjectId">): Promise<EntryPath> {
  const { createReceiver } = await project.load<ReceiverModule>("events/receiver");
  const { protocol } = await project.load<{ readonly protocol: never }>("events/protocol");
  const credentials = { secrets: ["a secret of at least thirty-two bytes"] };
  const receiver = createReceiver({
    ...credentials,
    inbox: createMemoryInbox(),
    fallback: () => {},
    dispatch: { mode: "manual" },
    logger: false,
  });
  const isAccepted = async (eventType: string, event: never): Promise<boolean> => {
    const { headers, body } = signDelivery({
      ...credentials,
      protocol,
      event,
      eventType,
      eventId: randomUUID(),
    });
    const request = new Request("https://receiver.example/", {
      method: "POST",
      headers: { ...headers },
      body: new Uint8Array(body),
    });
    const { status } = await receiver.handle(request);
    if (status !== 204 && status !== 422) throw new Error(`the receiver answered ${status}`);
    return status === 204;
  };
  return {
    name: "receiver",
    verdicts: (schema, values) =>
      Promise.all(
        values.map(async (value) => {
          const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
          if (isObject) return isAccepted(`${subjectId(schema)}Event`, value as never);
          return undefined;
        }),
      ),
  };
}
