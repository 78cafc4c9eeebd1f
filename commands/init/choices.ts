/** Web frameworks for the receiver, the default first, with what a prompt shows beside each. */
export const frameworks = {
  node: "Node.js alone, with limits against slow and too many senders",
  express: "Express 5",
  fastify: "Fastify 5",
  hono: "Hono on Node.js",
  next: "Next.js, App Router",
} as const;

/** Stores for events and nonces, likewise. */
export const stores = {
  sqlite: "a file, for one machine",
  postgres: "for several machines",
  "postgres-redis": "events in PostgreSQL, nonces in Redis",
  memory: "for a first look: events are lost with the process",
} as const;

/** Identities of the client, likewise. */
export const identities = {
  application: "calls the API as itself",
  user: "calls the API for a signed-in user",
  none: "no client, only a receiver",
} as const;

/** A framework, as `--framework` takes it. */
export type Framework = keyof typeof frameworks;

/** A store, as `--store` takes it. */
export type Store = keyof typeof stores;

/** An identity, as `--identity` takes it. */
export type Identity = keyof typeof identities;

/** The package with the generated code, unless another one is named. */
export const defaultSdk = "@oipkit/sdk";

/** What a project consists of. */
export interface Choices {
  readonly framework: Framework;
  readonly store: Store;
  readonly identity: Identity;
}

/** What applies to a question that nobody answers. */
export const defaultChoices: Choices = { framework: "node", store: "sqlite", identity: "application" };
