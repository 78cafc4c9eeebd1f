import { createProbe, type Probe, type ProbeOptions } from "../../../../runtime/probe/index.js";
import { createMemoryInbox, createMemoryNonces, type Receiver } from "../../../../runtime/webhook/index.js";
import { acmeNow, acmeReceiver, delivery, post, thingEvent } from "../webhook/acme.js";

/** A receiver with a probe, and ways to use both. */
export interface Probed {
  readonly probe: Probe<undefined>;
  readonly receiver: Receiver;
  /** Delivers version `version` of a thing and returns the status. */
  readonly deliver: (version: number, more?: Record<string, unknown>) => Promise<number>;
}

/** Acme's receiver in memory with a probe that is on. */
export function probed(options: Partial<ProbeOptions<undefined>> = {}): Probed {
  const now = (): number => acmeNow;
  const probe = createProbe<undefined>({
    enabled: true,
    application: "app-7",
    inbox: createMemoryInbox({ now }),
    nonces: createMemoryNonces({ now }),
    ...options,
  });
  const { receiver } = acmeReceiver({ inbox: probe.inbox, nonces: probe.nonces });
  probe.observe(receiver);
  return {
    probe,
    receiver,
    async deliver(version, added = {}) {
      const event = thingEvent({
        meta: { id: `evt-${version}`, topic: "acme.thing", trace: "trace-1" },
        thing: { id: "thing-1", rev: version },
        ...added,
      });
      return (await receiver.handle(post(delivery({ event })))).status;
    },
  };
}

/** Asks a probe by Fetch; returns the status and the parsed body. */
export async function ask(
  { handle }: Pick<Probe, "handle">,
  path: string,
  { headers = {}, ...init }: RequestInit & { readonly headers?: Record<string, string> } = {},
): Promise<[status: number, value: unknown]> {
  const response = await handle(new Request(`http://localhost${path}`, { ...init, headers }));
  const text = await response.text();
  return [response.status, text === "" ? "" : JSON.parse(text)];
}
