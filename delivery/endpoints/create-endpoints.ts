import type { Credentials } from "../credentials/create-credentials.js";
import { countedRandom } from "../random-bytes.js";
import { lockApplication } from "../store/locks.js";
import { savedOperation } from "../store/operations.js";
import { pause, type Recheck, recheck, resume, revoke } from "./change-state.js";
import {
  type Endpoint,
  type EndpointContext,
  type EndpointOptions,
  type EndpointParts,
  presentState,
} from "./endpoint.js";
import { type SaveOutcome, type SaveRequest, save } from "./save.js";
import { type ConnectionTest, testConnection } from "./test-connection.js";

/** Where applications get their events; each has one endpoint that isn't revoked. */
export interface Endpoints {
  /** Verifies a URL before it is saved. */
  readonly test: (application: string, url: string) => Promise<ConnectionTest>;
  readonly save: (request: SaveRequest) => Promise<SaveOutcome>;
  /** The outcome of a save whose result is unknown; `undefined` if nothing was saved. Saves nothing. */
  readonly recover: (application: string, operationId: string) => Promise<SaveOutcome | undefined>;
  /** The endpoint that isn't revoked. */
  readonly find: (application: string) => Promise<Endpoint | undefined>;
  /** Stops sending; the reason is shown. Rejects with `endpoint-missing`, as the next two do. */
  readonly pause: (application: string, reason: string, actor: string) => Promise<Endpoint>;
  readonly resume: (application: string, actor: string) => Promise<Endpoint>;
  /** Ends the endpoint for good, and cancels what waits for it. */
  readonly revoke: (application: string, actor: string) => Promise<Endpoint>;
  /** Reads the current grants and the endpoint's configuration. */
  readonly recheck: (application: string) => Promise<Recheck>;
}

const usualProofSeconds = 300;

/** Manages endpoints in the context's store. */
export function createEndpoints(
  context: EndpointContext,
  credentials: Pick<Credentials, "keyRing" | "forget">,
  options: EndpointOptions,
): Endpoints {
  const { keyRing } = credentials;
  const parts: EndpointParts = {
    context,
    keyRing,
    credentials: { context, keyRing },
    options: { ...options, proofSeconds: options.proofSeconds ?? usualProofSeconds },
  };
  const random = countedRandom(context, "verification");
  const testing = { ...parts, context: { ...context, random } };
  return {
    test: (application, url) => testConnection(testing, application, url),
    async save(request) {
      const outcome = await save(parts, request);
      credentials.forget(request.application);
      return outcome;
    },
    recover: (application, operationId) => recover(context, application, operationId),
    find: async (application) => (await presentState(context.store.db, application)).endpoint,
    pause: (application, reason, actor) => pause(context, { application, reason, actor }),
    resume: (application, actor) => resume(context, { application, actor }),
    revoke: (application, actor) => revoke(context, { application, actor }),
    recheck: (application) => recheck(context, application),
  };
}

/** Waits for a save that is under way. */
async function recover(
  { store }: Pick<EndpointContext, "store">,
  application: string,
  operationId: string,
): Promise<SaveOutcome | undefined> {
  const row = await store.transact(async (transaction) => {
    await lockApplication(transaction, store.dialect, application);
    return savedOperation(transaction, { application, operationId });
  });
  const outcome = row === undefined ? {} : (JSON.parse(row.outcome) as object);
  if ("endpoint" in outcome) return outcome as SaveOutcome;
  return undefined;
}
