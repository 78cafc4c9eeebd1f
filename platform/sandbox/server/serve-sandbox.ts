import { randomBytes } from "node:crypto";
import { createConsole } from "@oipkit/console";
import { countedRandom, type Store } from "@oipkit/delivery";
import type { Kysely } from "kysely";
import {
  type ApiBases,
  apiCommerce,
  checkNames,
  createApi,
  defaultBases,
  openRequestLog,
  openSqlRequestRows,
} from "../api/index.js";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import { createControl } from "../control/create-control.js";
import type { SandboxParts } from "../control/parts.js";
import {
  createEmittedMemory,
  createSandboxLog,
  type EmittedMemory,
  observeDeliveries,
  type SandboxLog,
} from "../control/sandbox-log.js";
import { readApi } from "../data/api-choices.js";
import { readIdentity } from "../data/identity.js";
import { dataFile } from "../data/read-data.js";
import type { Deliveries } from "../deliveries/create-deliveries.js";
import { createIssuers, createSqlRows, type IdentityTables, migrateIdentityRows } from "../identity/index.js";
import type { Commerce } from "../platform/commerce/index.js";
import type { SeededBytes } from "../world/seeded-bytes.js";
import { createTables } from "../world/tables.js";
import type { World } from "../world/world.js";
import { createSandboxServer } from "./create-server.js";
import { createFaults } from "./faults.js";

/** Where a sandbox is served. */
export interface ServingOptions {
  /** Default: 0, a free one. */
  readonly port?: number | undefined;
  /** Default: 127.0.0.1. At another address, the Console needs the control's token, too. */
  readonly host?: string | undefined;
  /** Other names by which requests may address it. */
  readonly hosts?: readonly string[] | undefined;
  /** A folder with data files that replace those of `contracts/sandbox/`. */
  readonly data?: string | undefined;
  /** Of the control. Default: a random one. */
  readonly token?: string | undefined;
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

/** What is served: an open sandbox. */
interface Servable
  extends Pick<
    SandboxParts,
    "advance" | "freeze" | "resume" | "organizationClocks" | "snapshot" | "restore"
  > {
  readonly isRepeatable: () => boolean;
  readonly seededBytes: SeededBytes;
  readonly store: Store;
  readonly world: World;
  readonly clock: SandboxClock;
  readonly deliveries: Deliveries;
  readonly commerce: Commerce;
}

/** A sandbox that is served. */
export interface ServedSandbox {
  /** Such as `http://127.0.0.1:8787`. */
  readonly origin: string;
  /** Base URLs of the API by environment. */
  readonly apiUrls: Readonly<Record<"sandbox" | "production", string>>;
  /** The exact issuers by environment. */
  readonly issuers: Readonly<Record<"sandbox" | "production", string>>;
  readonly control: { readonly url: string; readonly token: string };
  readonly log: SandboxLog;
  /** Accepts nothing more, and ends what is under way within two seconds. */
  readonly stop: () => Promise<void>;
}

const loggedRequests = 10_000;

/** How long answered requests are gathered before they are written; that much of the log may be lost by `kill -9`, and nothing else. */
const logAfterMs = 100;

/** Serves identity, API, control and Console. Rejects if the port can't be listened on, and as data files do. */
export async function serveSandbox(sandbox: Servable, options: ServingOptions): Promise<ServedSandbox> {
  const { world, clock, store, commerce, deliveries, isRepeatable, seededBytes } = sandbox;
  const { port = 0, host, hosts, data, token = randomBytes(32).toString("base64url") } = options;
  const realNow = (): number => (isRepeatable() ? clock.now() : clock.realNow());
  const log = createSandboxLog({ now: clock.now, realNow });
  const onFailure = (failure: unknown): void => {
    // Its message may contain what somebody sent.
    const error = failure instanceof Error ? failure.name : "unknown";
    log.write({ kind: "failure", message: "the sandbox failed", data: { error } });
    options.onFailure?.(failure);
  };
  const settings = readIdentity(dataFile("identity.yaml", data));
  const choices = readApi(dataFile("api.yaml", data));
  // The store knows only the engine's tables.
  const tables = store.db as unknown as Kysely<IdentityTables>;
  await createTables(store, (db) => migrateIdentityRows(db as unknown as typeof tables));
  const dice = countedRandom({ random: randomBytes, seeded: seededBytes }, "fault");
  const faults = createFaults(() => Buffer.from(dice(6)).readUIntBE(0, 6) / 2 ** 48);
  const server = createSandboxServer({ faults, token, hosts, onFailure });
  const origin = await server.listen({ port, ...(host !== undefined && { host }) });
  const issuers = createIssuers({
    world,
    clock,
    origin,
    settings,
    onFailure,
    rows: createSqlRows(tables),
    random: randomBytes,
  });
  const rows = await openSqlRequestRows(store);
  const later = (work: () => void) => void setTimeout(work, logAfterMs).unref();
  const requests = await openRequestLog({ entries: loggedRequests, rows, later, onFailure });
  const api = createApi({
    world,
    clock,
    choices,
    log: requests,
    onFailure,
    verify: issuers.verify,
    commerce: apiCommerce(commerce),
    requestPrefix: () => `req_${Buffer.from(seededBytes(6, "requests")).toString("hex")}`,
    realNow,
    elapsed: () => (isRepeatable() ? 0 : performance.now()),
  });
  const apiUrls = urlsAt(origin, defaultBases);
  const emitted = createEmittedMemory();
  const { advance, freeze, resume, organizationClocks, snapshot, restore } = sandbox;
  const control = createControl({
    origin,
    apiUrls,
    world,
    clock,
    commerce,
    requests,
    log,
    faults,
    advance,
    freeze,
    resume,
    organizationClocks,
    delivery: deliveries.engine,
    redeliveries: deliveries.redeliveries,
    through: deliveries.through,
    emitted,
    checkNames,
    exchanges: deliveries.exchanges,
    environmentIssuer: (environment) => issuers.urls[environment],
    async snapshot() {
      await requests.flush();
      return snapshot();
    },
    async restore(file) {
      await restore(file);
      issuers.reload();
      await requests.reload();
    },
    random: randomBytes,
  });
  const stopWatching = watch(sandbox, { log, requests, emitted });
  const developerConsole = createConsole({
    origin,
    control,
    onFailure,
    issuer: issuers.urls.sandbox,
    clientId: settings.console.clientId,
  });
  server.serve({
    api: api.handle,
    control,
    console: developerConsole.fetch,
    identity(request, response) {
      if (!issuers.handle(request, response)) response.writeHead(404).end();
    },
  });
  return {
    origin,
    apiUrls,
    issuers: issuers.urls,
    control: { url: `${origin}/_sandbox`, token },
    log,
    async stop() {
      developerConsole.close();
      await server.close();
      stopWatching();
      await requests.flush();
    },
  };
}

function urlsAt(origin: string, { sandbox, production }: ApiBases) {
  return { sandbox: `${origin}${sandbox}`, production: `${origin}${production}` };
}

/** Writes what happens to the log; the result ends that. */
function watch(
  { world, deliveries }: Servable,
  {
    log,
    requests,
    emitted,
  }: {
    readonly log: SandboxLog;
    readonly requests: Awaited<ReturnType<typeof openRequestLog>>;
    readonly emitted: EmittedMemory;
  },
): () => void {
  const ends = [
    deliveries.observe(observeDeliveries(log)),
    world.onCommit(({ events }) => {
      for (const { application, event } of events) {
        emitted.add(event);
        const { event_id, event_type } = event;
        const data = { application_id: application, event_id, event_type };
        log.write({ kind: "event", message: `${event_type} ${event_id}`, data });
      }
    }),
    requests.onEntry(({ request_id, method, path, status, denied_by, application_id, operation }) => {
      const denied = denied_by === null ? "" : `, denied by ${denied_by}`;
      const data = { request_id, application_id, operation, status, denied_by };
      log.write({ kind: "request", message: `${method} ${path} ${status}${denied}`, data });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
