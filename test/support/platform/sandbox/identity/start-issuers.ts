import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { readIdentity } from "../../../../../platform/sandbox/data/identity.js";
import {
  createIssuers,
  createMemoryRows,
  type IdentityRows,
  type IdentitySettings,
  type Issuers,
} from "../../../../../platform/sandbox/identity/index.js";
import {
  type CreatedApplication,
  createApplication,
  requestAccess,
} from "../../../../../platform/sandbox/platform/access/index.js";
import type { Environment, IdentityType } from "../../../../../platform/sandbox/platform/records/common.js";
import { createMemoryWorld, type MemoryWorld } from "../memory-world.js";
import { newApplication, populate, secretHash } from "../people-and-products.js";

export const settings = readIdentity(
  fileURLToPath(new URL("../../../../../contracts/sandbox/identity.yaml", import.meta.url)),
);

export const secret = "s3cret/with+signs&more=%";
export const redirectUri = "https://shop.example/callback";

export interface RunningIssuers extends AsyncDisposable, Issuers {
  readonly world: MemoryWorld;
  readonly rows: IdentityRows;
  readonly failures: readonly unknown[];
  readonly clock: { readonly now: () => number; readonly at: (real: number) => number };
  /** Moves the sandbox's time on. */
  readonly advance: (ms: number) => void;
  /** The issuers as another process would make them from the same records and rows. */
  readonly restart: () => void;
  /** An application with both identities and access to products. */
  readonly register: (options?: {
    readonly environment?: Environment;
    readonly slug?: string;
    readonly redirectUri?: string;
    readonly access?: Partial<Record<IdentityType, Readonly<Record<string, readonly string[]>>>>;
  }) => CreatedApplication & { readonly service: string; readonly user: string };
}

const catalog = { commerce: ["commerce.catalog.read", "commerce.checkout.create"] };

/** Both issuers over HTTP, on a free port of the loopback interface. */
export async function startIssuers(
  over: { readonly rows?: IdentityRows; readonly settings?: IdentitySettings } = {},
): Promise<RunningIssuers> {
  const world = createMemoryWorld();
  populate(world);
  const rows = over.rows ?? createMemoryRows();
  const failures: unknown[] = [];
  const jumps: { real: number; ahead: number }[] = [{ real: 0, ahead: 0 }];
  const aheadAt = (real: number) => jumps.findLast((jump) => jump.real <= real)?.ahead ?? 0;
  const clock = { now: () => Date.now() + aheadAt(Infinity), at: (real: number) => real + aheadAt(real) };

  let issuers: Issuers;
  const server = createServer((request, response) => {
    if (!issuers.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const restart = () => {
    issuers = createIssuers({
      world,
      clock,
      origin,
      rows,
      settings: over.settings ?? settings,
      random: (size) => crypto.getRandomValues(new Uint8Array(size)),
      onFailure: (error) => failures.push(error),
    });
  };
  restart();
  return {
    world,
    rows,
    failures,
    clock,
    restart,
    advance: (ms) => void jumps.push({ real: Date.now(), ahead: aheadAt(Infinity) + ms }),
    get urls() {
      return issuers.urls;
    },
    handle: (request, response) => issuers.handle(request, response),
    verify: (token) => issuers.verify(token),
    rotateKeys: (environment) => issuers.rotateKeys(environment),
    reload: () => issuers.reload(),
    register: ({ environment = "sandbox", slug = "shop", access, ...urls } = {}) => {
      const created = world.command(createApplication, {
        ...newApplication(environment, slug),
        identities: {
          application: { secretHash: secretHash(secret) },
          user: {
            redirectUris: [urls.redirectUri ?? redirectUri],
            logoutUris: ["https://shop.example/goodbye"],
          },
        },
      });
      const application = created.application.id;
      for (const [identity, products] of Object.entries(access ?? { application: catalog, user: catalog }))
        for (const [product, scopes] of Object.entries(products))
          world.command(requestAccess, {
            application,
            environment,
            product,
            scopes,
            identity: identity as IdentityType,
          });
      const findClientId = (identity: IdentityType) =>
        created.clients.find((client) => client.identity === identity)?.id ?? "";
      return { ...created, service: findClientId("application"), user: findClientId("user") };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
