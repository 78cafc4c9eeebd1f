import { createHash, randomBytes } from "node:crypto";
import { judge, retryDelay } from "../../../../delivery/attempts/judge.js";
import { keptAnswer } from "../../../../delivery/attempts/kept-answer.js";
import { prepareAttempt } from "../../../../delivery/attempts/prepare-attempt.js";
import { createEngine, type Engine } from "../../../../delivery/engine/create-engine.js";
import { createLocalSender } from "../../../../delivery/engine/sender.js";
import {
  type ApplicationRecord,
  type AttemptReport,
  createVirtualClock,
  type DeliverySettings,
  deliveryDefaults,
  type EndpointReport,
  type OutgoingRequest,
  type Store,
  type TransportResult,
  type VirtualClock,
} from "../../../../delivery/index.js";
import { keptAttempt } from "../../../../delivery/reading/records.js";
import { protocol } from "../../../../generated/events/protocol.js";
import { validateEvent } from "../../../../generated/validators/events.js";

export const attempts = { prepare: prepareAttempt, judge, retryDelay, keptAnswer };
export const start = Date.UTC(2026, 8, 21, 9);
export const type = "oem.access_context.changed.v1";

export const credentials = {
  signingSecret: "a-signing-secret-of-the-tests",
  signingSecretVersion: 3,
  verificationToken: "a-verification-token-of-the-tests",
  encryptKey: "an-encrypt-key-of-the-tests",
};

/** An event of the contract. */
export function makeEvent(id: string, application = "app-1", version = 1): Record<string, unknown> {
  return {
    event_id: id,
    event_type: type,
    schema_version: "1",
    producer: "example-producer",
    occurred_at: "2026-02-19T17:00:03.250+08:00",
    tenant_id: "org-1",
    resource_id: "mem_1",
    resource_version: version,
    correlation_id: `cor_${id}`,
    data: {
      subject_type: "membership",
      subject_id: "mem_1",
      organization_id: "org-1",
      open_platform_application_id: application,
      environment: "sandbox",
      product_code: "product",
      access_revision: version,
    },
  };
}

export const answered = (status: number, headers: Record<string, string> = {}): TransportResult => ({
  kind: "answered",
  status,
  headers,
  body: new Uint8Array(),
  truncated: false,
  durationMs: 7,
});

export const failed = (code: "connection-reset" | "timed-out" | "sender-exhausted"): TransportResult => ({
  kind: "failed",
  code,
  reason: "made up",
  durationMs: 7,
});

/** A request as the receiver sees it. */
export interface SeenRequest {
  readonly url: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
}

export type Answer = (request: SeenRequest) => TransportResult | Promise<TransportResult>;

/** An engine and what is around it. */
export interface Subject {
  readonly engine: Engine;
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly applications: Map<string, ApplicationRecord>;
  readonly seen: SeenRequest[];
  readonly receiver: { answer: Answer };
  readonly attempts: AttemptReport[];
  readonly changes: EndpointReport[];
  readonly failures: unknown[];
  readonly signals: (AbortSignal | undefined)[];
  /** Adds an application with an endpoint. */
  readonly endpoint: (
    application?: string,
    more?: { encrypted?: 0 | 1; event_types?: string },
  ) => Promise<void>;
}

export interface SubjectOptions {
  readonly settings?: Partial<DeliverySettings>;
  readonly maxAttempts?: number;
  readonly owner?: string;
  /** Makes attempts one by one, with ids, nonces and delays from this seed. */
  readonly seed?: string;
  /** Shared with another engine. */
  readonly with?: Pick<Subject, "clock" | "applications" | "seen" | "receiver">;
}

export function subjectOn(store: Store, options: SubjectOptions = {}): Subject {
  const clock = options.with?.clock ?? createVirtualClock(start);
  const applications = options.with?.applications ?? new Map<string, ApplicationRecord>();
  const seen = options.with?.seen ?? [];
  const receiver = options.with?.receiver ?? { answer: () => answered(204) };
  const reports: AttemptReport[] = [];
  const changes: EndpointReport[] = [];
  const failures: unknown[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const context = {
    protocol,
    store,
    clock,
    random: randomBytes,
    validate: validateEvent,
    settings: { ...deliveryDefaults, ...options.settings },
    directory: { application: async (id: string) => applications.get(id) },
    observer: {
      onAttempt: (report: AttemptReport) => void reports.push(report),
      onEndpoint: (report: EndpointReport) => void changes.push(report),
      onFailure: (failure: unknown) => void failures.push(failure),
    },
    transport: {
      close: async () => {},
      async post({ url, headers, body, signal }: OutgoingRequest): Promise<TransportResult> {
        const request = {
          url,
          headers,
          body: Buffer.from(body).toString(),
          at: clock.now(),
          deliveryId: headers[protocol.headers.deliveryId] ?? "",
          eventId: headers[protocol.headers.eventId] ?? "",
        };
        seen.push(request);
        signals.push(signal);
        return receiver.answer(request);
      },
    },
  };
  const { maxAttempts, owner, seed } = options;
  const seeded = (size: number, purpose: string): Uint8Array =>
    createHash("shake256", { outputLength: size }).update(`${seed}\n${purpose}`).digest();
  const repeatable = { ...context, seeded, oneByOne: () => true };
  const used = seed === undefined ? context : repeatable;
  const engine = createEngine(used, {
    credentials: async () => credentials,
    sender: createLocalSender(used, attempts),
    maxAttempts,
    owner,
  });
  return {
    engine,
    clock,
    store,
    applications,
    seen,
    receiver,
    attempts: reports,
    changes,
    failures,
    signals,
    async endpoint(application = "app-1", more = {}) {
      applications.set(application, {
        id: application,
        organization: "owner",
        environment: "sandbox",
        active: true,
        grantedEventTypes: [type],
        grantedCallbackTypes: [],
      });
      await store.db
        .insertInto("endpoints")
        .values({
          id: `endpoint-${application}`,
          application,
          organization: "owner",
          url: `https://${application}.example/hook`,
          event_types: JSON.stringify([type]),
          callback_types: "[]",
          encrypted: 0,
          state: "active",
          pause_reason: null,
          revision: 1,
          verified_at: start,
          created_at: start,
          updated_at: start,
          ...more,
        })
        .execute();
    },
  };
}

/** The deliveries in the store, in the order of publication. */
export function deliveriesIn({ db }: Store) {
  return db.selectFrom("deliveries").selectAll().orderBy("sequence").execute();
}

/** The attempts in the store, in order: those that have rows, and those that deliveries keep. */
export async function attemptsIn({ db }: Store) {
  const rows = await db.selectFrom("attempts").selectAll().execute();
  const deliveries = await db.selectFrom("deliveries").selectAll().execute();
  const kept = deliveries.flatMap((row) => {
    const attempt = keptAttempt(row);
    return attempt === undefined ? [] : [{ delivery: row.sequence, ...attempt }];
  });
  const others = rows.filter(
    ({ delivery, number }) => !kept.some((each) => each.delivery === delivery && each.number === number),
  );
  return [...others, ...kept].sort((a, b) => a.delivery - b.delivery || a.number - b.number);
}
