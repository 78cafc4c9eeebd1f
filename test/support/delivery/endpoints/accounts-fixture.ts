import { randomBytes } from "node:crypto";
import { type Credentials, createCredentials } from "../../../../delivery/credentials/create-credentials.js";
import { type KeyRing, readKeyRing } from "../../../../delivery/credentials/key-ring.js";
import { createEndpoints, type Endpoints } from "../../../../delivery/endpoints/create-endpoints.js";
import type {
  ApplicationRecord,
  OutgoingRequest,
  Store,
  TransportResult,
} from "../../../../delivery/index.js";
import type { EndpointReport } from "../../../../delivery/observer.js";
import { protocol } from "../../../../generated/events/protocol.js";

/** Events of the contract, or those that the fixture takes for them. */
export const types = ["oem.product.activated.v1", "oem.access_context.changed.v1", "made.up.v1"] as const;
export const callbackType = protocol.callbacks.eventTypes[0];
export const url = "https://receiver.example/hook";
export const by = { actor: "ada" };

/** Two keys of a ring. */
export const keys = ["first", "second"].map((id) => ({ id, bytes: randomBytes(32) }));

/** What a receiver answers to a request; by default, what it should. */
export type Respond = (request: OutgoingRequest) => Partial<Extract<TransportResult, { kind: "answered" }>>;

/** A platform around one store, with a clock that stands still. */
export interface Accounts {
  readonly endpoints: Endpoints;
  readonly credentials: Credentials;
  readonly time: { now: number };
  readonly applications: Map<string, ApplicationRecord>;
  readonly requests: OutgoingRequest[];
  /** Everything that was made of 32 random bytes, which are all secrets, challenges and tokens, and every proof. */
  readonly issued: string[];
  readonly reports: EndpointReport[];
  readonly receiver: { respond: Respond };
  /** Tests the URL and saves the endpoint on the present revision. */
  readonly verified: (
    application: string,
    more?: Partial<Parameters<Endpoints["save"]>[0]>,
  ) => ReturnType<Endpoints["save"]>;
}

export const sentChallenge = ({ body }: OutgoingRequest): string =>
  (JSON.parse(Buffer.from(body).toString()) as { challenge: string }).challenge;

export const record = (id: string, more: Partial<ApplicationRecord> = {}): ApplicationRecord => ({
  id,
  organization: "org",
  environment: "sandbox",
  active: true,
  grantedEventTypes: [types[0]],
  grantedCallbackTypes: [],
  ...more,
});

export function accountsOn(
  store: Store,
  given: { readonly time?: Accounts["time"]; readonly keyRing?: KeyRing } = {},
): Accounts {
  const time = given.time ?? { now: 1_790_000_000_000 };
  const applications = new Map<string, ApplicationRecord>();
  const requests: OutgoingRequest[] = [];
  const issued: string[] = [];
  const random = (size: number): Buffer => {
    const bytes = randomBytes(size);
    if (size === 32) for (const form of ["base64url", "hex"] as const) issued.push(bytes.toString(form));
    return bytes;
  };
  const reports: EndpointReport[] = [];
  const receiver: { respond: Respond } = { respond: () => ({}) };
  const context = {
    protocol,
    store,
    clock: { now: () => time.now, wakeAt: () => () => {} },
    random,
    directory: { application: (id: string) => applications.get(id) },
    observer: { onEndpoint: (report: EndpointReport) => void reports.push(report) },
    transport: {
      close: async () => {},
      async post(request: OutgoingRequest): Promise<TransportResult> {
        requests.push(request);
        return {
          kind: "answered",
          status: 200,
          headers: { "content-type": "application/json" },
          body: Buffer.from(JSON.stringify({ challenge: sentChallenge(request) })),
          truncated: false,
          durationMs: 3,
          ...receiver.respond(request),
        };
      },
    },
  };
  const credentials = createCredentials(context, { keyRing: given.keyRing ?? readKeyRing({ keys }) });
  const endpoints = createEndpoints(context, credentials, {
    urlProblem: (candidate) => (candidate.startsWith("https://") ? undefined : "the URL isn't https:"),
    eventTypes: types,
  });
  return {
    endpoints,
    credentials,
    time,
    applications,
    requests,
    issued,
    reports,
    receiver,
    async verified(application, more = {}) {
      if (!applications.has(application)) applications.set(application, record(application));
      const test = await endpoints.test(application, more.url ?? url);
      if (!test.verified) throw new Error(test.reason);
      const { proof, revision } = test;
      issued.push(proof);
      const operationId = `op-${revision}-${randomBytes(4).toString("hex")}`;
      return endpoints.save({
        application,
        url,
        eventTypes: [types[0]],
        operationId,
        revision,
        proof,
        actor: "ada",
        ...more,
      });
    },
  };
}
