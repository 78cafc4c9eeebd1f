import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { connect, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { DeliveryError } from "../errors.js";

/** The broker between databases and workers. */
export interface ClusterOptions {
  /** Addresses of its nodes, such as `10.0.0.1:4222`. */
  readonly servers: readonly string[];
  /** Begins the names of streams and subjects: letters, digits and `-`. Default: `oipkit`. */
  readonly name?: string | undefined;
  /** Nodes that keep each stream. Default: 3. */
  readonly replicas?: number | undefined;
  /** Bytes of each stream; relays begin nothing while theirs is full. Default: 256 MiB. */
  readonly maxBytes?: number | undefined;
  /** How to connect: users, TLS. */
  readonly connection?: Omit<NodeConnectionOptions, "servers"> | undefined;
}

/** A connection to the broker. */
export interface Cluster {
  readonly name: string;
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  /** Creates the streams of a database if they are missing. Rejects with the client's errors. */
  readonly createStreams: (shard: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The names of a database's streams. */
export interface ShardStreams {
  readonly attempts: string;
  readonly results: string;
}

/**
 * How long the broker keeps a message, in nanoseconds. An attempt that nobody began within a lease is taken back; a result that nobody read for that
 * long is an interrupted attempt.
 */
const [attemptAge, resultAge] = [60e9, 120e9];
const idForm = /^[A-Za-z0-9-]{1,64}$/;
/** How long a connection may take, how often it is probed, and how long after it breaks it is made again, in milliseconds. */
const [connectMs, pingMs, reconnectMs] = [5000, 1000, 100];
/** What the server says about a stream that isn't there. */
const streamNotFound = 10059;

/** Throws `DeliveryError` (`delivery-options`) unless a text can be a part of a subject. */
export function checkSubjectPart(what: string, text: string): void {
  if (!idForm.test(text))
    throw new DeliveryError("delivery-options", `${what} must have from 1 to 64 letters, digits or \`-\``);
}

/** Connects. Rejects with `DeliveryError` (`delivery-options`), and with the client's own error if no node can be reached. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { name = "oipkit", servers } = options;
  checkSubjectPart("`name`", name);
  const connection = await connect({
    timeout: connectMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    reconnectTimeWait: reconnectMs,
    ...options.connection,
    servers: [...servers],
    // A program that can't reach the broker waits for it.
    maxReconnectAttempts: -1,
  });
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    return {
      name,
      connection,
      client: jetstream(connection),
      manager,
      createStreams: (shard) => createStreams({ name, manager }, shard, options),
      close: () => connection.close(),
    };
  } catch (failure) {
    await connection.close();
    throw failure;
  }
}

/** The streams of a database. */
export function shardStreams(name: string, shard: string): ShardStreams {
  return { attempts: `${name}_attempts_${shard}`, results: `${name}_results_${shard}` };
}

async function createStreams(
  { name, manager }: Pick<Cluster, "name" | "manager">,
  shard: string,
  { replicas = 3, maxBytes = 256 * 1024 ** 2 }: ClusterOptions,
): Promise<void> {
  const { attempts, results } = shardStreams(name, shard);
  const common = {
    num_replicas: replicas,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    // Nothing is dropped to make room.
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
  };
  await ensure(manager, {
    ...common,
    name: attempts,
    max_age: attemptAge,
    subjects: [`${name}.attempts.${shard}.*`],
  });
  await ensure(manager, {
    ...common,
    name: results,
    max_age: resultAge,
    subjects: [`${name}.results.${shard}.*`],
  });
}

async function ensure(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { readonly name: string },
): Promise<void> {
  const found = await manager.streams.info(config.name).catch((failure: unknown) => {
    if (errorCode(failure) === streamNotFound) return undefined;
    throw failure;
  });
  if (found === undefined) await manager.streams.add(config);
}

/** The number of an error of JetStream; undefined for other failures. */
function errorCode(failure: unknown): number | undefined {
  const { code } = (failure ?? {}) as { readonly code?: unknown };
  return typeof code === "number" ? code : undefined;
}
