import { randomUUID } from "node:crypto";
import { createMemoryInbox, signDelivery } from "../../../runtime/webhook/index.js";
import { headerNames } from "./contracts.js";
import type { EntryPath } from "./entry-paths.js";
import { headerJson, isPlain, type PathContext } from "./path-context.js";

interface Handlers {
  handle(name: string, request: object): Promise<{ readonly kind: string; readonly findings?: unknown }>;
}
type Factory = (options: object) => Handlers;

interface ReceiverModule {
  createReceiver(options: object): { handle(request: Request): Promise<Response> };
}

/** Webhooks, callbacks and the receiver of signed events. */
export async function receivingPaths({ project, idOf }: PathContext): Promise<EntryPath[]> {
  const factories = await project.load<Readonly<Record<string, Factory>>>("api/webhooks");
  const handlersOf = (name: string): Handlers => {
    const factory = factories[name];
    if (factory === undefined) throw new Error(`no ${name}`);
    return factory({ authenticate: "elsewhere", fallback: () => ({ status: 204 }) });
  };
  const [webhooks, callbacks] = [handlersOf("createWebhooks"), handlersOf("createCallbacks")];
  const path = (
    name: string,
    handle: (id: string, value: unknown) => ReturnType<Handlers["handle"]> | undefined,
  ): EntryPath => ({
    name,
    verdicts: (schema, values) =>
      Promise.all(
        values.map(async (value) => {
          const handled = await handle(idOf(schema), value);
          return handled === undefined ? undefined : handled.kind === "handled";
        }),
      ),
  });
  const header = (name: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    return {
      header: (asked: string): string | null => (asked.toLowerCase() === name.toLowerCase() ? text : null),
    };
  };
  const sent = (id: string, request: object | undefined) =>
    request === undefined ? undefined : webhooks.handle(`${id}Hook`, request);
  return [
    path("webhook, body", (id, body) => webhooks.handle(`${id}Hook`, { body })),
    path("webhook, header as text", (id, value) =>
      isPlain(value) ? sent(id, header(headerNames.text, String(value))) : undefined,
    ),
    path("webhook, header as json", (id, value) => sent(id, header(headerNames.json, headerJson(value)))),
    path("callback, body", (id, body) => callbacks.handle(`${id}Subscribe.called`, { body })),
    await receiverPath({ project, idOf }),
  ];
}

/** The receiver takes signed deliveries; the content of one is an object. */
async function receiverPath({ project, idOf }: Pick<PathContext, "project" | "idOf">): Promise<EntryPath> {
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
          return isObject ? isAccepted(`${idOf(schema)}Event`, value as never) : undefined;
        }),
      ),
  };
}
