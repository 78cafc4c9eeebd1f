import { createHash, randomBytes } from "node:crypto";
import {
  type DeliverySettings,
  type Observer,
  openPostgresStore,
  openSqliteStore,
  type Store,
  systemClock,
  type Transport,
} from "@oipkit/delivery";
import { apiTimerCommands } from "./api/index.js";
import type { AdvanceReport } from "./clock/advance.js";
import { createOrganizationClocks, type OrganizationClocks } from "./clock/organization-clocks.js";
import { createSandboxClock, type SandboxClock } from "./clock/sandbox-clock.js";
import { createSmallHeap } from "./clock/small-heap.js";
import { createTimekeeper } from "./clock/timekeeper.js";
import { readLifecycle } from "./data/lifecycle.js";
import { dataFile, readDeliveries } from "./data/read-data.js";
import { plantSeed, readSeed } from "./data/seed.js";
import { createDeliveries, type Deliveries, endLeases } from "./deliveries/create-deliveries.js";
import { type Commerce, createCommerce } from "./platform/commerce/index.js";
import { type ServedSandbox, type ServingOptions, serveSandbox } from "./server/serve-sandbox.js";
import { createWorld } from "./world/create-world.js";
import { createIds } from "./world/draft.js";
import { createSeededBytes, type SeededBytes } from "./world/seeded-bytes.js";
import { restoreSnapshot, takeSnapshot } from "./world/snapshot.js";
import { sandboxTables, takeOver } from "./world/tables.js";
import type { World } from "./world/world.js";

/** How a sandbox is started. At most one of `file` and `postgres`; without them, it is in memory. */
export interface SandboxOptions extends OpenSandboxOptions, ServingOptions {}

/** A running sandbox. */
export interface Sandbox extends OpenSandbox, Omit<ServedSandbox, "stop"> {}

/**
 * Starts a sandbox: records with their commands, the clock, deliveries, and an HTTP server with issuers, API and control. Rejects with
 * `SandboxDataError` for a broken data file, with `sandbox-version` or `sandbox-seed`, with a `StoreFailure`, and if it can't listen.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await openSandbox(options);
  try {
    const { stop, ...served } = await serveSandbox(sandbox, options);
    const close = async (): Promise<void> => {
      await stop();
      await sandbox.close();
    };
    return { ...sandbox, ...served, close, [Symbol.asyncDispose]: close };
  } catch (failure) {
    await sandbox.close();
    throw failure;
  }
}

/** How a sandbox is opened. At most one of `file` and `postgres`; without them, it is in memory. */
export interface OpenSandboxOptions {
  /** Path of an SQLite file, created if missing. */
  readonly file?: string | undefined;
  /** Address of a PostgreSQL database. */
  readonly postgres?: string | undefined;
  /** The schema of the tables in PostgreSQL. Default: `oipkit_sandbox`. */
  readonly schema?: string | undefined;
  /**
   * From which ids, signing secrets, nonces and delays are made: the same for the same seed. With one, and while the clock stands still,
   * deliveries are made one by one, in the order of their events, and the logs have no real time. Default: random.
   */
  readonly seed?: string | undefined;
  /**
   * The time that deliveries are signed with: the real one, since a receiver compares it with its own clock, or that of the sandbox's clock for
   * receivers that can be given the time. Default: real.
   */
  readonly stamps?: "real" | "clock" | undefined;
  /** The time of a new sandbox, in milliseconds since 1970, and whether it stands still. Default: the real time, running. */
  readonly clock?: { readonly start?: number | undefined; readonly frozen?: boolean | undefined } | undefined;
  /** A folder with data files that replace those of `contracts/sandbox/`. */
  readonly data?: string | undefined;
  /** How deliveries are sent. */
  readonly settings?: Partial<DeliverySettings> | undefined;
  /** Default: one that also reaches this machine over plain HTTP. */
  readonly transport?: Transport | undefined;
  readonly observer?: Observer | undefined;
  /** Keeps the heap of this process small while time passes, and always once there is much, which takes more time. Default: false. */
  readonly smallHeap?: boolean | undefined;
  /** Told of failures that no caller sees; it goes on. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
}

/** A sandbox without its server. */
export interface OpenSandbox extends AsyncDisposable {
  readonly store: Store;
  readonly world: World;
  readonly clock: SandboxClock;
  readonly deliveries: Deliveries;
  readonly commerce: Commerce;
  /** Whether only seed, data, calls and the answers of receivers decide what happens: a seed was given, and the clock stands still. */
  readonly isRepeatable: () => boolean;
  /** Bytes made from the seed and their purpose. */
  readonly seededBytes: SeededBytes;
  /** Moves the clock to a time and does all that becomes due on the way. One advance at a time. */
  readonly advance: (until: number) => Promise<AdvanceReport>;
  /** Lets the time stand still, or run again, also after a restart. */
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** The clocks of organizations that don't go by the sandbox's. */
  readonly organizationClocks: OrganizationClocks;
  /** Does everything that is due now: timers and deliveries. */
  readonly settle: () => Promise<void>;
  /** The whole state, with webhook credentials, as one file. */
  readonly snapshot: () => Promise<Uint8Array>;
  /** Replaces the whole state, time included. Rejects with `snapshot-invalid` or `sandbox-version`. */
  readonly restore: (file: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a sandbox: records with their commands, the clock, and deliveries. Rejects with `SandboxDataError` for a broken data file, with
 * `sandbox-version` or `sandbox-seed`, and with a `StoreFailure`.
 */
export async function openSandbox(options: OpenSandboxOptions = {}): Promise<OpenSandbox> {
  const { data, settings, transport, observer, onFailure = () => {} } = options;
  const commerce = createCommerce(readLifecycle(dataFile("lifecycle.yaml", data)));
  const choices = readDeliveries(dataFile("deliveries.yaml", data));
  const owner = `sandbox_${randomBytes(12).toString("hex")}`;
  const store = await openStore(options);
  try {
    const meta = await takeOver(store, { owner, seed: options.seed, random: randomBytes });
    await endLeases(store);
    const saved = meta.clock === null ? undefined : JSON.parse(meta.clock);
    const clock = createSandboxClock({ ...options.clock, saved });
    let makeId = createIds(meta.seed);
    let bytes = createSeededBytes(meta.seed, `${meta.revision}`);
    const seededBytes: SeededBytes = (size, purpose) => bytes(size, purpose);
    // Not `clock.mode()`: while a running clock is advanced, it stands still, too.
    let isFrozen = clock.mode() === "frozen";
    const isRepeatable = (): boolean => options.seed !== undefined && isFrozen;
    const deliveries: Deliveries = createDeliveries({
      store,
      clock,
      choices,
      owner,
      random: randomBytes,
      seeded: seededBytes,
      isRepeatable,
      stamp: options.stamps === "clock" ? clock.now : clock.realNow,
      settings,
      transport,
      observer,
      view: () => world.view,
      onWork: () => keeper.deliver(),
    });
    const { publish, publishReads, engine } = deliveries;
    const world: World = await createWorld({
      store,
      owner,
      clock,
      publish,
      publishReads,
      makeId: (prefix, number) => makeId(prefix, number),
      timerCommands: { ...apiTimerCommands, ...commerce.timerCommands },
    });
    const keeper = createTimekeeper({ world, clock, deliveries: engine, onFailure, real: systemClock });
    if (meta.revision === 0) await world.run(plantSeed, readSeed(dataFile("seed.yaml", data)));
    else await keeper.catchUp();
    keeper.start();
    const smallHeap = options.smallHeap === true ? createSmallHeap(world) : undefined;
    const whileTimePasses = <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (smallHeap === undefined) return work();
      return smallHeap.during(work);
    };
    const organizationClocks = createOrganizationClocks({
      world,
      clock,
      deliveries: engine,
      still: (work) => keeper.still(() => whileTimePasses(work)),
    });
    const close = async (): Promise<void> => {
      await keeper.stop();
      await world.close();
      await engine.stop();
      await world.keepClock();
      await store.close();
      smallHeap?.close();
    };
    let closing: Promise<void> | undefined;
    const closeOnce = (): Promise<void> => {
      closing ??= close();
      return closing;
    };
    return {
      store,
      world,
      clock,
      deliveries,
      commerce,
      advance: (until) => keeper.still(() => whileTimePasses(() => keeper.advance(until))),
      organizationClocks,
      isRepeatable,
      seededBytes,
      freeze: () =>
        keeper.change(() => {
          clock.freeze();
          isFrozen = true;
        }),
      resume: () =>
        keeper.change(() => {
          clock.resume();
          isFrozen = false;
        }),
      settle: keeper.settle,
      snapshot: () =>
        keeper.still(async () => {
          await world.keepClock();
          return world.exclusively(() => takeSnapshot(store));
        }),
      restore: (file) =>
        keeper.still(async () => {
          const before = await applicationsWithCredentials(store);
          await world.exclusively(async () => {
            await restoreSnapshot(store, file, owner);
            await endLeases(store);
            await world.reload();
          });
          const restored = await sandboxTables(store.db)
            .selectFrom("sandbox_meta")
            .select(["seed", "clock"])
            .executeTakeFirstOrThrow();
          makeId = createIds(restored.seed);
          bytes = createSeededBytes(restored.seed, createHash("sha256").update(file).digest("hex"));
          if (restored.clock !== null) clock.restore(JSON.parse(restored.clock));
          isFrozen = clock.mode() === "frozen";
          deliveries.forget([...before, ...(await applicationsWithCredentials(store))]);
        }),
      close: closeOnce,
      [Symbol.asyncDispose]: closeOnce,
    };
  } catch (failure) {
    await store.close();
    throw failure;
  }
}

async function openStore({ file, postgres, schema = "oipkit_sandbox" }: OpenSandboxOptions): Promise<Store> {
  if (postgres !== undefined) return openPostgresStore({ connectionString: postgres, schema });
  return openSqliteStore({ file: file ?? ":memory:", spills: true });
}

async function applicationsWithCredentials({ db }: Store): Promise<readonly string[]> {
  const rows = await db.selectFrom("credentials").select("application").distinct().execute();
  return rows.map(({ application }) => application);
}
