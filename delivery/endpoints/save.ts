import { didYouMean } from "@oipkit/runtime/nearest-names";
import { recordAudit } from "../audit.js";
import { activeApplication } from "../checks.js";
import { ensureWithin } from "../credentials/versions.js";
import { DeliveryError } from "../errors.js";
import type { ApplicationRecord } from "../ports.js";
import { bytesFor } from "../random-bytes.js";
import { lockApplication } from "../store/locks.js";
import { checkOperationId, formerOutcome, keepOutcome } from "../store/operations.js";
import type { Store } from "../store/store.js";
import type { EndpointsTable } from "../store/tables.js";
import {
  type Endpoint,
  type EndpointParts,
  type PresentState,
  presentState,
  report,
  storedEndpoint,
} from "./endpoint.js";
import { checkProof, urlFault } from "./test-connection.js";

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
  const { application, operationId, url, eventTypes, callbackTypes, encrypted, rate, revision } = request;
  checkOperationId(operationId);
  const record = await activeApplication(parts.context, application);
  const { store, clock } = parts.context;
  // The proof isn't part of what was asked: whoever asks again may have tested again.
  const asked = {
    url,
    eventTypes: sorted(eventTypes),
    callbackTypes: sorted(callbackTypes),
    encrypted,
    rate,
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
    const saved = { endpoint: storedEndpoint(row), created: present.endpoint === undefined };
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
  { context }: EndpointParts,
  db: Store["db"],
  { next, present: { endpoint, revision }, record }: Write,
): Promise<EndpointsTable> {
  const now = context.clock.now();
  const changed = {
    organization: record.organization,
    url: next.url,
    event_types: JSON.stringify(next.eventTypes),
    callback_types: JSON.stringify(next.callbackTypes),
    encrypted: next.encrypted ? (1 as const) : (0 as const),
    rate: next.rate,
    revision: revision + 1,
    verified_at: next.verifiedAt,
    updated_at: now,
  };
  if (endpoint !== undefined) {
    await endRest(db, { before: endpoint, after: next });
    return db
      .updateTable("endpoints")
      .set(changed)
      .where("id", "=", endpoint.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  const bytes = bytesFor(context, 16, `endpoint ${record.id} ${changed.revision}`);
  const id = `ep_${Buffer.from(bytes).toString("base64url")}`;
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

/** What the former URL failed or asked for says nothing about another one; a new rate ends the rest of the former rate. */
async function endRest(
  db: Store["db"],
  { before, after }: { readonly before: Endpoint; readonly after: CompleteConfiguration },
): Promise<void> {
  const isOtherUrl = before.url !== after.url;
  if (!isOtherUrl && (before.rate ?? null) === after.rate) return;
  const ended = { failures: 0, failing_since: null, open_until: 0, lost: 0 };
  let lane = db.updateTable("lanes").set(ended).where("endpoint_id", "=", before.id);
  if (!isOtherUrl) lane = lane.where("failures", "=", 0);
  await lane.execute();
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
  if (types === undefined) return undefined;
  return [...new Set(types)].sort();
}

/** What a configuration should be. What is left out stays as it is. */
export interface Configuration {
  /** Needed for a new endpoint. Compared byte for byte. */
  readonly url?: string | undefined;
  /** Needed for a new endpoint; at least one. */
  readonly eventTypes?: readonly string[] | undefined;
  /** None for a new endpoint. */
  readonly callbackTypes?: readonly string[] | undefined;
  /** Off for a new endpoint. */
  readonly encrypted?: boolean | undefined;
  /** Requests that it takes in a second, of events: 0.5 is one every two seconds. `null` and a new endpoint: any number. */
  readonly rate?: number | null | undefined;
}

/** A complete configuration. */
interface CompleteConfiguration {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly callbackTypes: readonly string[];
  readonly encrypted: boolean;
  readonly rate: number | null;
}

/** The complete configuration after a change. Throws `configuration-invalid` or `url-refused`. */
function completed(
  { context: { protocol }, options }: EndpointParts,
  change: Configuration,
  present: Endpoint | undefined,
): CompleteConfiguration {
  const url = change.url ?? present?.url;
  if (url === undefined) throw invalid("a new endpoint needs a URL");
  const problem = urlFault(options, url);
  if (problem !== undefined)
    throw new DeliveryError("url-refused", `requests may not go to the URL: ${problem}`);
  const eventTypes = change.eventTypes ?? present?.eventTypes ?? [];
  if (eventTypes.length === 0) throw invalid("an endpoint subscribes to at least one event");
  const callbackTypes = change.callbackTypes ?? present?.callbackTypes ?? [];
  const encrypted = change.encrypted ?? present?.encrypted ?? false;
  if (encrypted && protocol.encryption === undefined)
    throw invalid("the protocol has no encryption: leave it off");
  const rate = change.rate === undefined ? (present?.rate ?? null) : change.rate;
  if (rate !== null && !(rate >= leastRate && rate <= mostRate))
    throw invalid(`the rate must be from ${leastRate} to ${mostRate} requests in a second`);
  const known = new Set(options.eventTypes);
  const callbacks = new Set<string>(protocol.callbacks?.eventTypes);
  return {
    url,
    eventTypes: change.eventTypes === undefined ? eventTypes : distinct("event", eventTypes, known),
    callbackTypes:
      change.callbackTypes === undefined ? callbackTypes : distinct("callback", callbackTypes, callbacks),
    encrypted,
    rate,
  };
}

/** One request in a quarter of an hour, and more than one engine sends. */
const [leastRate, mostRate] = [0.001, 100_000];

/** Only what the contract names, each once, in a fixed order. */
function distinct(what: string, given: readonly string[], known: ReadonlySet<string>): readonly string[] {
  const unknown = given.filter((type) => !known.has(type));
  if (unknown.length > 0) {
    const [first = ""] = unknown;
    const shown = first.slice(0, 200);
    const others = unknown.length === 1 ? "" : `, and ${unknown.length - 1} more aren't either`;
    const message = `${shown} isn't one of the contract's ${what} types${others}${didYouMean(shown, [...known])}`;
    throw new DeliveryError("configuration-invalid", message, { details: { unknown } });
  }
  return [...new Set(given)].sort();
}

function invalid(message: string): DeliveryError {
  return new DeliveryError("configuration-invalid", message);
}
