import { activeApplication } from "../active-application.js";
import { recordAudit } from "../audit/record-audit.js";
import { ensureWithin } from "../credentials/ensure.js";
import { DeliveryError } from "../errors.js";
import type { ApplicationRecord } from "../ports/directory.js";
import { lockApplication } from "../store/application-lock.js";
import { checkOperationId, formerOutcome, keepOutcome } from "../store/operations.js";
import type { Store } from "../store/store.js";
import type { EndpointsTable } from "../store/tables.js";
import { type CompleteConfiguration, type Configuration, completed } from "./check-save.js";
import { type Endpoint, endpointOf, type PresentState, presentState } from "./endpoint.js";
import { type EndpointParts, report } from "./parts.js";
import { checkProof } from "./proof.js";

/** A request to save a configuration. */
export interface SaveRequest extends Configuration {
  readonly application: string;
  /** The revision that the caller has seen; 0 if there never was an endpoint. */
  readonly revision: number;
  /** The caller's identifier of this request; asking again with it gives the first outcome and saves nothing. */
  readonly operationId: string;
  /** Of a test of the URL; needed if that is new, changed or was never verified. */
  readonly proof?: string | undefined;
  readonly actor: string;
}

/** What a save did. */
export interface SaveOutcome {
  /** As it was right after the save. */
  readonly endpoint: Endpoint;
  readonly created: boolean;
}

/**
 * Saves an application's endpoint and creates its missing credentials, all or nothing. A refused request leaves no trace. Throws
 * `application-unknown`, `application-inactive`, `configuration-invalid`, `url-refused`, `proof-missing`, `proof-invalid`,
 * `proof-expired`, `operation-conflict`, and `revision-conflict` with the present state in its details.
 */
export async function save(parts: EndpointParts, request: SaveRequest): Promise<SaveOutcome> {
  const { application, operationId, url, eventTypes, callbackTypes, encrypted, revision } = request;
  checkOperationId(operationId);
  const record = await activeApplication(parts.context, application);
  const { store, clock } = parts.context;
  // The proof isn't part of what was asked: whoever asks again may have tested again.
  const asked = {
    url,
    eventTypes: sorted(eventTypes),
    callbackTypes: sorted(callbackTypes),
    encrypted,
    revision,
  };
  const operation = { application, operationId, request: { save: asked } };
  const { outcome, isFirst } = await store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, application);
    const former = await formerOutcome(transaction, operation);
    if (former !== undefined) return { outcome: former as SaveOutcome, isFirst: false };
    const present = await presentState(transaction, application);
    const next = checked(parts, { request, present, record });
    const row = await write(parts, transaction, { next, present, record });
    await ensureWithin(parts.credentials, transaction, request);
    const saved = { endpoint: endpointOf(row), created: present.endpoint === undefined };
    await keepOutcome(transaction, operation, { outcome: saved, now: clock.now() });
    await recordAudit(transaction, {
      at: clock.now(),
      actor: request.actor,
      action: saved.created ? "endpoint-created" : "endpoint-saved",
      application,
      subject: row.id,
      operationId,
      details: { ...next, revision: row.revision },
    });
    return { outcome: saved, isFirst: true };
  });
  if (isFirst) report(parts.context, { endpointId: outcome.endpoint.id, application, change: "saved" });
  return outcome;
}

interface Situation {
  readonly request: SaveRequest;
  readonly present: PresentState;
  readonly record: ApplicationRecord;
}

interface NextConfiguration extends CompleteConfiguration {
  readonly verifiedAt: number | null;
}

function checked(parts: EndpointParts, { request, present, record }: Situation): NextConfiguration {
  const { endpoint, revision } = present;
  if (request.revision !== revision) {
    const message = "the configuration was changed meanwhile: look at the present one, and confirm again";
    throw new DeliveryError("revision-conflict", message, { details: { ...present } });
  }
  const next = completed(parts, request, endpoint);
  if (parts.context.protocol.verification === undefined) return { ...next, verifiedAt: null };
  const { organization } = record;
  const isSameUrl = endpoint?.url === next.url && endpoint.organization === organization;
  if (isSameUrl && endpoint.verifiedAt !== undefined) return { ...next, verifiedAt: endpoint.verifiedAt };
  const now = parts.context.clock.now();
  const proven = { organization, application: request.application, url: next.url, revision };
  checkProof(parts.keyRing, proven, { proof: request.proof, now });
  return { ...next, verifiedAt: now };
}

interface Write {
  readonly next: NextConfiguration;
  readonly present: PresentState;
  readonly record: ApplicationRecord;
}

async function write(
  { context: { clock, random } }: EndpointParts,
  db: Store["db"],
  { next, present: { endpoint, revision }, record }: Write,
): Promise<EndpointsTable> {
  const now = clock.now();
  const changed = {
    organization: record.organization,
    url: next.url,
    event_types: JSON.stringify(next.eventTypes),
    callback_types: JSON.stringify(next.callbackTypes),
    encrypted: next.encrypted ? (1 as const) : (0 as const),
    revision: revision + 1,
    verified_at: next.verifiedAt,
    updated_at: now,
  };
  if (endpoint !== undefined)
    return db
      .updateTable("endpoints")
      .set(changed)
      .where("id", "=", endpoint.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  const id = `ep_${Buffer.from(random(16)).toString("base64url")}`;
  await db
    .insertInto("lanes")
    .values({ endpoint_id: id, ...restingLane })
    .execute();
  return db
    .insertInto("endpoints")
    .values({ id, application: record.id, state: "active", pause_reason: null, created_at: now, ...changed })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const restingLane = {
  ready_at: null,
  lease_owner: null,
  lease_until: 0,
  failures: 0,
  failing_since: null,
  open_until: 0,
  lost: 0,
};

function sorted(types: readonly string[] | undefined): readonly string[] | undefined {
  return types === undefined ? undefined : [...new Set(types)].sort();
}
