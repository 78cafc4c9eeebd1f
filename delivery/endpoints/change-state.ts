import { recordAudit } from "../audit.js";
import { noteChanges } from "../changes/note-changes.js";
import { DeliveryError } from "../errors.js";
import { lockApplication, publicationLock } from "../store/locks.js";
import type { Store } from "../store/store.js";
import { type Endpoint, type EndpointContext, presentState, report, storedEndpoint } from "./endpoint.js";

type Db = Store["db"];
type Change = "paused" | "resumed" | "revoked";

/** What changing a state needs of the engine. */
type StateContext = Pick<EndpointContext, "store" | "clock" | "observer">;

/** Who changes an endpoint's state, and why. */
export interface StateChange {
  readonly application: string;
  readonly actor: string;
  readonly reason?: string | undefined;
}

/** Sends nothing more until it is resumed; what is published meanwhile waits. A paused one stays as it is. */
export function pause(context: StateContext, change: StateChange): Promise<Endpoint> {
  const { reason = "paused" } = change;
  return changed(context, { ...change, reason, to: "paused" }, async (db, endpoint) => {
    if (endpoint.state === "paused") return false;
    const now = context.clock.now();
    const set = {
      state: "paused" as const,
      pause_reason: reason.replaceAll("\0", "\uFFFD"),
      updated_at: now,
    };
    await db.updateTable("endpoints").set(set).where("id", "=", endpoint.id).execute();
    await db.updateTable("lanes").set({ ready_at: null }).where("endpoint_id", "=", endpoint.id).execute();
    return true;
  });
}

/** Sends again, beginning with what waits; failures until now don't count any more. An active one stays as it is. */
export function resume(context: StateContext, change: StateChange): Promise<Endpoint> {
  return changed(context, { ...change, to: "resumed" }, async (db, { id, state }) => {
    if (state === "active") return false;
    const set = { state: "active" as const, pause_reason: null, updated_at: context.clock.now() };
    await db.updateTable("endpoints").set(set).where("id", "=", id).execute();
    await db
      .updateTable("lanes")
      .set((eb) => ({
        ready_at: eb
          .selectFrom(
            eb
              .selectFrom("waiting")
              .select(({ fn }) => fn.min("due_at").as("due"))
              .where("endpoint_id", "=", id)
              .unionAll(
                eb
                  .selectFrom("sending")
                  .innerJoin("deliveries", "deliveries.sequence", "sending.sequence")
                  .select(({ fn }) => fn.min("deliveries.due_at").as("due"))
                  .where("sending.endpoint_id", "=", id),
              )
              .as("open"),
          )
          .select(({ fn }) => fn.min("open.due").as("due")),
        failures: 0,
        failing_since: null,
        open_until: 0,
        lost: 0,
      }))
      .where("endpoint_id", "=", id)
      .execute();
    return true;
  });
}

/** Ends it for good: what waits is cancelled. Another endpoint can be saved after it. */
export function revoke(context: StateContext, change: StateChange): Promise<Endpoint> {
  return changed(context, { ...change, to: "revoked" }, async (db, { id, revision }) => {
    // What is being published has to be there to be cancelled. First of all, since a publication holds back its lane, too.
    await publicationLock(context.store.dialect).alone(db, id);
    const now = context.clock.now();
    // The revision rises, so that a save or a proof from before can't bring the endpoint back.
    const set = { state: "revoked" as const, pause_reason: null, revision: revision + 1, updated_at: now };
    await db.updateTable("endpoints").set(set).where("id", "=", id).execute();
    await db.updateTable("lanes").set({ ready_at: null }).where("endpoint_id", "=", id).execute();
    await db
      .updateTable("deliveries")
      .set({ state: "cancelled", settled_at: now })
      .where("sequence", "in", (eb) =>
        eb
          .selectFrom("waiting")
          .select("sequence")
          .where("endpoint_id", "=", id)
          .unionAll(eb.selectFrom("sending").select("sequence").where("endpoint_id", "=", id)),
      )
      .where("state", "in", ["pending", "sending"])
      .execute();
    return true;
  });
}

async function changed(
  context: StateContext,
  { application, actor, reason, to }: StateChange & { readonly to: Change },
  apply: (db: Db, endpoint: Endpoint) => Promise<boolean>,
): Promise<Endpoint> {
  const { store, clock } = context;
  const { endpoint, isChanged } = await store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, application);
    const { endpoint: present } = await presentState(transaction, application);
    if (present === undefined)
      throw new DeliveryError("endpoint-missing", "the application has no endpoint: save one first");
    if (!(await apply(transaction, present))) return { endpoint: present, isChanged: false };
    await recordAudit(transaction, {
      at: clock.now(),
      actor,
      action: `endpoint-${to}`,
      application,
      subject: present.id,
      ...(reason !== undefined && { details: { reason } }),
    });
    if (to !== "revoked") {
      const at = clock.now();
      const { id: endpointId } = present;
      const change = { kind: `endpoint-${to}`, at, endpointId, application, reason, occasion: at } as const;
      // By an operator, who doesn't know whether the engine tells anybody.
      await noteChanges(transaction, store.dialect, [change]);
    }
    const row = await transaction
      .selectFrom("endpoints")
      .selectAll()
      .where("id", "=", present.id)
      .executeTakeFirstOrThrow();
    return { endpoint: storedEndpoint(row), isChanged: true };
  });
  if (isChanged) report(context, { endpointId: endpoint.id, application, change: to, reason });
  return endpoint;
}

/** What an application may do now, and how it is configured. */
export interface Recheck {
  /** `unknown` if the directory doesn't have it. */
  readonly application: "active" | "inactive" | "unknown";
  /** Absent if there is none that isn't revoked. */
  readonly endpoint?: Endpoint | undefined;
  /** To save or test with. */
  readonly revision: number;
  readonly grantedEventTypes: readonly string[];
  readonly grantedCallbackTypes: readonly string[];
  /** Subscribed, but not delivered, as the grant doesn't list them. */
  readonly eventTypesNotGranted: readonly string[];
  readonly callbackTypesNotGranted: readonly string[];
}

function applicationState(record: { readonly active: boolean } | undefined): Recheck["application"] {
  if (record === undefined) return "unknown";
  return record.active ? "active" : "inactive";
}

/** Reads present access and configuration. Writes nothing. */
export async function recheck(
  { directory, store }: Pick<EndpointContext, "directory" | "store">,
  application: string,
): Promise<Recheck> {
  const record = await directory.application(application);
  const { endpoint, revision } = await presentState(store.db, application);
  const { grantedEventTypes = [], grantedCallbackTypes = [] } = record ?? {};
  const notIn = (granted: readonly string[], types: readonly string[] = []): readonly string[] =>
    types.filter((type) => !granted.includes(type));
  return {
    application: applicationState(record),
    ...(endpoint !== undefined && { endpoint }),
    revision,
    grantedEventTypes,
    grantedCallbackTypes,
    eventTypesNotGranted: notIn(grantedEventTypes, endpoint?.eventTypes),
    callbackTypesNotGranted: notIn(grantedCallbackTypes, endpoint?.callbackTypes),
  };
}
