import { fileURLToPath } from "node:url";
import type { TokenClaims } from "../../../../../platform/sandbox/api/context.js";
import {
  apiCommerce,
  createApi,
  openRequestLog,
  type PlatformApi,
  type RequestLog,
} from "../../../../../platform/sandbox/api/index.js";
import { readApiChoices } from "../../../../../platform/sandbox/data/api-choices.js";
import { readLifecycle } from "../../../../../platform/sandbox/data/lifecycle.js";
import type { SandboxApi } from "../../../../../platform/sandbox/generated/schemas.js";
import { createCommerce } from "../../../../../platform/sandbox/platform/commerce/index.js";
import {
  createMemoryPlatform,
  type MemoryPlatform,
} from "../../../../../platform/sandbox/platform/memory-platform.js";
import type { Kind, Records } from "../../../../../platform/sandbox/platform/records/records.js";
import type { World } from "../../../../../platform/sandbox/world/world.js";
import { populate } from "./records.js";

const dataFile = (name: string): string =>
  fileURLToPath(new URL(`../../../../../contracts/sandbox/${name}`, import.meta.url));

/** The sandbox's own choices. */
export const choices: SandboxApi = readApiChoices(dataFile("api.yaml"));

const commerce = createCommerce(readLifecycle(dataFile("lifecycle.yaml")));

/** When it begins, in milliseconds since 1970. */
export const start = Date.UTC(2026, 0, 1);

/** Tokens by identity: anything else isn't valid. */
export const tokens: Readonly<Record<string, TokenClaims>> = {
  service: {
    environment: "sandbox",
    client: "svc_1",
    application: "app_1",
    identity: "application",
    audience: "urn:test:commerce",
    scopes: [
      "commerce.catalog.read",
      "commerce.checkout.create",
      "commerce.checkout.read",
      "commerce.subscription.read",
      "commerce.subscription.manage",
    ],
    issuedAt: start,
  },
};

/** An API over records in memory. */
export interface ApiPlatform {
  readonly platform: MemoryPlatform;
  readonly api: PlatformApi;
  readonly log: RequestLog;
  readonly tokens: Map<string, TokenClaims>;
  readonly failures: unknown[];
  readonly put: <K extends Kind>(kind: K, record: Records[K]) => void;
  /** Changes some members of a record. */
  readonly change: <K extends Kind>(kind: K, id: string, members: Partial<Records[K]>) => void;
  readonly remove: (kind: Kind, id: string) => void;
  /** Asks the API; the path is below its base. */
  readonly ask: (request: Asking) => Promise<Asked>;
}

/** A request of a test. */
export interface Asking {
  readonly method?: string;
  readonly path: string;
  readonly token?: string | null;
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly raw?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Its answer, and its entry in the log. */
export interface Asked {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
  readonly entry: NonNullable<ReturnType<RequestLog["show"]>>;
}

/** Everything is as it must be: application, clients, grants, approvals, an active subscription of the customer `globex`. */
export async function apiPlatform(
  options: { readonly world?: Pick<World, "view" | "run">; readonly choices?: Partial<SandboxApi> } = {},
): Promise<ApiPlatform> {
  const platform = createMemoryPlatform({ start });
  platform.run(populate, undefined);
  const known = new Map(Object.entries(tokens).flatMap(([name, claims]) => variants(name, claims)));
  const failures: unknown[] = [];
  // Other requests get their turn while a transaction is written, as they do in a database.
  const world: Pick<World, "view" | "run"> = options.world ?? {
    view: platform,
    run: async (command, input) => {
      await new Promise(setImmediate);
      return platform.run(command, input);
    },
  };
  const all = { ...choices, ...options.choices };
  const log = await openRequestLog({ entries: all.logged_requests });
  const api = createApi({
    world,
    clock: { now: platform.now },
    verify: (token) => known.get(token) ?? { problem: "signature" },
    commerce: apiCommerce(commerce),
    choices: all,
    log,
    requestPrefix: () => "req_test",
    realNow: () => start,
    onFailure: (failure) => failures.push(failure),
  });
  const put: ApiPlatform["put"] = (kind, record) =>
    platform.run((draft) => draft.put(kind, record), undefined);
  return {
    platform,
    api,
    log,
    tokens: known,
    failures,
    put,
    change: (kind, id, members) => {
      const record = platform.get(kind, id);
      if (record === undefined) throw new TypeError(`no ${kind} ${id}`);
      put(kind, { ...record, ...members });
    },
    remove: (kind, id) => platform.run((draft) => draft.remove(kind, id), undefined),
    ask: async (asking) => {
      const response = await api.handle(toRequest(asking));
      const id = response.headers.get(all.request_id_header) ?? "";
      const entry = log.show(id);
      if (entry === undefined) throw new TypeError(`the log has no ${id}`);
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
        headers: response.headers,
        entry,
      };
    },
  };
}

/** The request of the Fetch standard. */
export function toRequest({
  method = "GET",
  path,
  token = "service",
  key,
  body,
  headers,
  raw,
}: Asking): Request {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(`http://sandbox.test${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
}

function variants(name: string, claims: TokenClaims): [string, TokenClaims][] {
  const user = { ...claims, client: "usr_1", identity: "user" as const };
  return [
    [name, claims],
    ["invoke", { ...claims, audience: "urn:test:platform", scopes: ["openplatform.api.invoke"] }],
    ["ada", { ...user, person: "ada" }],
    ["bo", { ...user, person: "bo" }],
  ];
}
