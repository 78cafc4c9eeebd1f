import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  createOperator,
  DeliveryError,
  type Operator,
  openPostgresStore,
  openSqliteStore,
  type Store,
  systemClock,
} from "@oipkit/delivery";
import { StoreFailure } from "@oipkit/runtime/stores";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import type { StoreLocation } from "../stores/location.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { type DeliveriesSettings, type OperatorAction, readSettings } from "./options.js";
import { retry } from "./retry.js";
import { deliveryJson, detailsJson, detailsText, endpointJson, endpointsText, listText } from "./show.js";

/** What is refused because of the state that things are in; the command ran. */
const refusals: readonly string[] = [
  "delivery-unknown",
  "delivery-state",
  "endpoint-missing",
  "endpoint-state",
  "operation-conflict",
];

/** `oipkit deliveries`. `now` gives milliseconds since 1970. Throws `UsageError`, `StoreFailure` and `DeliveryError`. */
export async function runDeliveries(
  args: readonly string[],
  terminal: Terminal,
  now: () => number,
): Promise<ExitCode> {
  const settings = readSettings(args, now());
  const { action } = settings;
  if (action === "migrate") return migrateStore(settings, terminal);
  const store = await openStore(settings.store, { cwd: terminal.cwd, schema: settings.schema });
  try {
    const operator = createOperator({ store, clock: { ...systemClock, now } });
    return await actions[action](operator, settings, terminal);
  } catch (error) {
    if (!(error instanceof DeliveryError) || !refusals.includes(error.code)) throw error;
    terminal.err(`${error.message}\n`);
    return 1;
  } finally {
    await store.close();
  }
}

type Act = (operator: Operator, settings: DeliveriesSettings, terminal: Terminal) => Promise<ExitCode>;

const actions: Readonly<Record<OperatorAction, Act>> = {
  list,
  endpoints,
  show,
  retry,
  pause: change,
  resume: change,
  prune,
};

async function list(operator: Operator, settings: DeliveriesSettings, terminal: Terminal): Promise<ExitCode> {
  const { query, limit, after, format } = settings;
  const before = after === undefined ? undefined : Number(after);
  const { deliveries, next } = await operator.list({ ...query, limit, before });
  if (format === "json")
    terminal.out(`${json({ deliveries: deliveries.map(deliveryJson), next: next ?? null }, 2)}\n`);
  else {
    terminal.out(listText(deliveries));
    const { pending, failed } = await operator.unsettled({ application: query.application });
    const more = next === undefined ? "" : `; more: --after ${next}`;
    terminal.err(`${deliveries.length} shown${more}; in all ${pending} pending, ${failed} failed\n`);
  }
  if (deliveries.length === 0) return 1;
  return 0;
}

async function endpoints(
  operator: Operator,
  { query: { application }, limit, after, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const page = await operator.endpoints({ application, limit, after });
  const { endpoints: found, next } = page;
  if (format === "json")
    terminal.out(`${json({ endpoints: found.map(endpointJson), next: next ?? null }, 2)}\n`);
  else {
    terminal.out(endpointsText(found));
    const more = next === undefined ? "" : `; more: --after ${printable(next)}`;
    terminal.err(`${found.length} shown${more}\n`);
  }
  if (found.length === 0) return 1;
  return 0;
}

async function show(
  operator: Operator,
  { subject, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const found = await operator.show(subject);
  if (found === undefined) {
    terminal.err(`delivery ${printable(subject)} not found\n`);
    return 1;
  }
  terminal.out(format === "json" ? `${json(detailsJson(found), 2)}\n` : detailsText(found));
  return 0;
}

async function change(
  operator: Operator,
  { action, subject: application, reason, actor, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const asked = { application, actor, reason };
  const { id, state } = await (action === "pause" ? operator.pause(asked) : operator.resume(asked));
  if (format === "json") terminal.out(`${json({ id, application, state })}\n`);
  else terminal.out(`endpoint ${printable(id)} of ${printable(application)}: ${state}\n`);
  return 0;
}

async function prune(
  operator: Operator,
  { olderThan = 0, identifiersOlderThan, auditOlderThan, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const removed = await operator.prune({
    before: olderThan,
    identifiersBefore: identifiersOlderThan,
    auditBefore: auditOlderThan,
    onProgress: ({ deliveries }) => terminal.err(`${deliveries} deliveries removed\n`),
  });
  const { deliveries, attempts, events, identifiers, audit } = removed;
  if (format === "json") terminal.out(`${json(removed)}\n`);
  else {
    terminal.out(`removed ${deliveries} deliveries, ${attempts} attempts and ${events} events\n`);
    if (identifiersOlderThan !== undefined) terminal.out(`forgot ${identifiers} removed deliveries\n`);
    if (auditOlderThan !== undefined) terminal.out(`removed ${audit} entries of the audit\n`);
  }
  return 0;
}

/** Where the store is. */
interface StoreOptions {
  readonly cwd: string;
  readonly schema: string | undefined;
}

/** Opens an engine's store, which must exist; the caller closes it. Throws `StoreFailure`, which never shows a password. */
async function openStore(location: StoreLocation, options: StoreOptions): Promise<Store> {
  // SQLite would create it.
  if (isMissing(location, options))
    throw new StoreFailure("store-unreachable", `file ${location.file} does not exist`);
  const store = await storeAt(location, options);
  try {
    await store.db.selectFrom("deliveries").select("sequence").limit(1).execute();
    return store;
  } catch (cause) {
    await store.close().catch(() => {});
    const { code = "", message = "" } = cause as { code?: string; message?: string };
    if (code === "42P01" || /no such table/.test(message))
      throw new StoreFailure(
        "store-not-migrated",
        `${store.place} has no tables of a delivery engine; \`oipkit deliveries migrate --store …\` creates them`,
        { cause },
      );
    throw unusable(store, cause);
  }
}

/** A store that can't be used, with the reason. */
function unusable({ place }: Pick<Store, "place">, cause: unknown): StoreFailure {
  const { code = "", message = "" } = cause as { code?: string; message?: string };
  return new StoreFailure("store-unreachable", `${place} can't be used: ${message || code}`, { cause });
}

/** Whether a location is a file that isn't there. */
function isMissing(
  location: StoreLocation,
  { cwd }: Pick<StoreOptions, "cwd">,
): location is StoreLocation & { readonly kind: "sqlite" } {
  return location.kind === "sqlite" && !existsSync(resolve(cwd, location.file));
}

/** To count many deliveries takes long, and whoever waits can end the command. Ten minutes. */
const longestWaitMs = 600_000;

/** A store whose tables nobody has looked at; a missing file is created. Throws `StoreFailure`. */
async function storeAt(location: StoreLocation, { cwd, schema }: StoreOptions): Promise<Store> {
  if (location.kind === "sqlite") return openSqliteStore({ file: resolve(cwd, location.file) });
  if (location.kind !== "postgres")
    throw new StoreFailure("store-options", `${location.kind} stores have no deliveries`);
  const { connectionString } = location;
  // What isn't an address might be shown with its password.
  if (connectionString !== undefined && !isPostgresUrl(connectionString))
    throw new StoreFailure(
      "store-options",
      "the PostgreSQL URL must look like postgres://user:password@host:port/database",
    );
  return openPostgresStore({ connectionString, schema, deadlineMs: longestWaitMs });
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text);
}

/** `oipkit deliveries migrate`. Throws `StoreFailure`. */
async function migrateStore(
  { store: location, schema, dryRun, format }: DeliveriesSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const options = { cwd: terminal.cwd, schema };
  // A dry run creates no file: one in memory lacks the same migrations.
  const inMemory = dryRun && isMissing(location, options);
  const store = inMemory ? await openSqliteStore({ file: ":memory:" }) : await storeAt(location, options);
  const names = await applyMigrations(store, dryRun);
  if (format === "json") terminal.out(`${json(dryRun ? { pending: names } : { applied: names })}\n`);
  else if (names.length === 0) terminal.err("nothing to do; the tables are current\n");
  else if (dryRun) terminal.err(`would apply ${names.join(", ")}\n`);
  else terminal.err(`applied ${names.join(", ")}; the tables are current\n`);
  if (dryRun && names.length > 0) return 1;
  return 0;
}

async function applyMigrations(store: Store, dryRun: boolean): Promise<readonly string[]> {
  try {
    return await (dryRun ? store.pendingMigrations() : store.migrate());
  } catch (failure) {
    if (failure instanceof StoreFailure) throw failure;
    throw unusable(store, failure);
  } finally {
    await store.close().catch(() => {});
  }
}
