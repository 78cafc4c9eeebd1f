import type { RequestListener } from "node:http";
import { type Protocol, sign, verifySignature } from "../../../../runtime/webhook/index.js";
import type { Differences } from "../../schemes/small-contract.js";
import { bodyJson, intercepted, type ReadRequest, type Seen } from "./faults.js";

/** A receiver of the bookshop that differs from a correct one in one point. */
export interface Fault extends Differences {
  readonly name: string;
  /** The parts of the protocol whose cases fail, or `schema` for those of the events. */
  readonly fails: readonly string[];
}

const now = (): string => String(Math.floor(Date.now() / 1000));

const unchanged: Seen = {};

/** The faults of receivers that have this secret. */
export function bookshopFaults(protocol: Protocol, secret: string): readonly Fault[] {
  const { eventId = "", timestamp = "", signature } = protocol.headers;
  const parts = ({ header, body }: ReadRequest) => ({
    eventId: header(eventId.toLowerCase()) ?? "",
    timestamp: header(timestamp.toLowerCase()) ?? "",
    body,
  });
  const isSigned = (request: ReadRequest): boolean =>
    verifySignature({
      protocol,
      secrets: [secret],
      signature: request.header(signature.toLowerCase()) ?? "",
      ...parts(request),
    });
  /** As if it had been sent and signed with these values. */
  const resigned = (request: ReadRequest, changes: Partial<ReturnType<typeof parts>>): Seen => {
    const all = { ...parts(request), ...changes };
    const headers = {
      [eventId]: all.eventId,
      [timestamp]: all.timestamp,
      [signature]: sign({ protocol, secret, ...all }),
    };
    return { headers, body: all.body };
  };
  const sees = (act: Parameters<typeof intercepted>[1]): Pick<Differences, "wrap"> => ({
    wrap: (inner) => intercepted(inner, act),
  });
  const changed = (changes: object): Pick<Differences, "protocol"> => ({
    protocol: { ...protocol, ...changes },
  });
  const signatureHeader = (request: ReadRequest): string => request.header(signature.toLowerCase()) ?? "";
  const window = protocol.timestamp?.toleranceSeconds ?? 0;
  return [
    {
      name: "takes any signature",
      fails: ["signature"],
      ...sees((request) => (bodyJson(request) === undefined ? {} : resigned(request, {}))),
    },
    {
      name: "takes a missing signature for a correct one",
      fails: ["signature"],
      ...sees((request) => (request.header(signature) === null ? resigned(request, {}) : {})),
    },
    {
      name: "signs the parsed body",
      fails: ["signature"],
      ...sees((request) => ({ body: Buffer.from(JSON.stringify(bodyJson(request)) ?? request.body) })),
    },
    {
      name: "compares only the first signature",
      fails: ["signature"],
      ...sees((request) => ({ headers: { [signature]: signatureHeader(request).split(" ")[0] ?? null } })),
    },
    {
      name: "knows only the current secret",
      fails: ["signature"],
      options: { secrets: [secret] },
    },
    {
      name: "accepts timestamps of any age",
      fails: ["timestamp"],
      ...changed({ timestamp: { ...protocol.timestamp, toleranceSeconds: 1e9 } }),
    },
    {
      name: "accepts timestamps in the future",
      fails: ["timestamp"],
      ...sees((request) => {
        const isAhead = Number(parts(request).timestamp) > Number(now()) + window;
        if (isAhead && isSigned(request)) return resigned(request, { timestamp: now() });
        return {};
      }),
    },
    {
      name: "has half of the window",
      fails: ["timestamp"],
      ...changed({ timestamp: { ...protocol.timestamp, toleranceSeconds: window / 2 } }),
    },
    {
      name: "takes a timestamp that isn't a number for the current time",
      fails: ["timestamp"],
      ...sees((request) =>
        Number.isNaN(Number(parts(request).timestamp)) && isSigned(request)
          ? resigned(request, { timestamp: now() })
          : {},
      ),
    },
    {
      name: "takes a missing timestamp for the current time",
      fails: ["timestamp"],
      ...sees((request) =>
        request.header(timestamp) === null ? resigned(request, { timestamp: now() }) : {},
      ),
    },
    {
      name: "takes a missing id from the body",
      fails: ["headers"],
      ...sees((request) =>
        request.header(eventId) === null ? resigned(request, { eventId: String(bodyJson(request)?.id) }) : {},
      ),
    },
    { name: "accepts any method", fails: ["request"], ...sees(() => ({ method: "POST" })) },
    {
      name: "accepts any media type",
      fails: ["request"],
      ...sees(() => ({ headers: { "content-type": "application/json" } })),
    },
    {
      name: "acknowledges before it parses",
      fails: ["request"],
      ...sees((request) =>
        isSigned(request) && bodyJson(request) === undefined ? { status: 202 } : unchanged,
      ),
    },
    { name: "refuses a known event", fails: ["duplicates"], wrap: refusingKnown(eventId) },
    { name: "refuses a repeated request", fails: ["duplicates"], wrap: refusingKnown(signature) },
    { name: "forgets ids", fails: ["duplicates"], ...recording(eventId, () => false) },
    {
      name: "asks for an id before it stores it",
      fails: ["duplicates"],
      ...recording(eventId, (stored, id) => stored.some(({ event_id }) => event_id === id)),
    },
    { name: "loses its events with a restart", fails: ["duplicates"], forgets: true },
    {
      name: "acknowledges changed content",
      fails: ["duplicates"],
      ...changed({ event: { ...protocol.event, changedContent: "retry" } }),
    },
    {
      name: "refuses versions out of order",
      fails: ["ordering"],
      wrap: (inner) => {
        const last = new Map<unknown, number>();
        return intercepted(inner, (request) => {
          const { order_id, version } = bodyJson(request) ?? {};
          if (!isSigned(request) || typeof version !== "number") return unchanged;
          const before = last.get(order_id) ?? version;
          last.set(order_id, version);
          if (version - before > 1) return { status: 422 };
          return unchanged;
        });
      },
    },
    {
      name: "knows no order",
      fails: ["ordering"],
      ...changed({ event: { id: "/id", type: "/type" } }),
    },
    {
      name: "doesn't validate",
      fails: ["schema"],
      options: { validate: (event: object) => ({ kind: "valid", event, specified: true }) },
      ...changed({}),
    },
    {
      name: "knows only what an example has",
      fails: ["schema"],
      ...sees((request) =>
        isSigned(request) && request.body.includes('"gift"') ? { status: 422 } : unchanged,
      ),
    },
  ];
}

/** Refuses what has the same value in a header as an earlier request that was accepted. */
function refusingKnown(name: string): NonNullable<Differences["wrap"]> {
  return (inner) => {
    const known = new Set<string>();
    return {
      async answer(request) {
        const value = request.header(name.toLowerCase()) ?? "";
        if (known.has(value)) return { status: 401, headers: {}, body: "" };
        const answer = await inner.answer(request);
        if (answer.status === 202) known.add(value);
        return answer;
      },
    };
  };
}

interface Stored {
  readonly event_id: string;
  readonly event: unknown;
}

/** Stores an event with each accepted delivery, some turns of the event loop after it has asked whether it is known. */
function recording(
  name: string,
  isKnown: (stored: readonly Stored[], id: string) => boolean,
): Pick<Differences, "wrap" | "probe"> {
  const stored: Stored[] = [];
  return {
    wrap: (inner) => ({
      async answer(request) {
        const body = Buffer.from((await request.readBody(1e6)) ?? []);
        const id = request.header(name.toLowerCase()) ?? "";
        const known = isKnown(stored, id);
        const answer = await inner.answer({ ...request, readBody: () => body });
        for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
        if (answer.status === 202 && !known) stored.push({ event_id: id, event: bodyJson({ body }) });
        return answer;
      },
    }),
    probe: inboxOnly(stored),
  };
}

/** A probe that shows nothing but what is stored, and can't restart. */
function inboxOnly(stored: readonly Stored[]): RequestListener {
  return ({ url = "" }, response) => {
    const [, id] = /^\/inbox\/(.*)$/.exec(url) ?? [];
    if (id === undefined) return response.writeHead(404).end();
    const records = stored.filter(({ event_id }) => event_id === decodeURIComponent(id));
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ records }));
  };
}
