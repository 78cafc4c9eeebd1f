import type { Adapter, AdapterPayload, errors } from "oidc-provider";
import { consentId } from "../../platform/records/records.js";
import type { IdentityRow } from "../identity-rows.js";
import { clientMetadata, usableClient } from "./client-metadata.js";
import { firstPartyMetadata, type IssuerContext } from "./issuer-context.js";

/** A hundred years, as far as the clock goes. */
const longestSeconds = 100 * 365 * 86_400;

/** Rows of a kind that are written between two times at which old ones are removed. */
const writesPerTrim = 50;

/**
 * What the library finds and keeps: clients come from the world, everything else from the rows. Whether something is expired is decided in the
 * sandbox's time; the library is told an expiry that its own clock agrees with.
 */
export function createAdapter(
  context: IssuerContext,
  { kind, InvalidGrant }: { readonly kind: string; readonly InvalidGrant: typeof errors.InvalidGrant },
): Adapter {
  const { environment, rows, clock, world, settings, firstParty } = context;
  const isOwn = (client: unknown): boolean => client === firstParty.clientId;
  const rowKey = (id: string) => ({ environment, kind, id });
  const readClientVersion = (client: unknown): number => {
    if (typeof client === "string") return world.view.get("client", client)?.tokenVersion ?? 0;
    return 0;
  };
  /** Rows of the platform's own client are kept however far the clock is moved; `isOver` decides about them. */
  const lasting = ({ clientId }: AdapterPayload, seconds: number): number => {
    if (isOwn(clientId)) return longestSeconds;
    return seconds;
  };
  let writes = 0;

  const isOver = (row: IdentityRow, { clientId, accountId, exp }: AdapterPayload): boolean => {
    // Who moves the clock in the Console shall not be signed out of it by that.
    if (isOwn(clientId)) return exp !== undefined && exp * 1000 <= Date.now();
    if (row.expiresAt !== undefined && row.expiresAt <= clock.now()) return true;
    if (row.body.clientVersion !== readClientVersion(clientId)) return true;
    if (kind !== "Grant" || clientId === undefined || accountId === undefined || isOwn(clientId))
      return false;
    const application = world.view.get("client", clientId)?.application ?? "";
    return world.view.get("consent", consentId(application, accountId))?.status !== "active";
  };
  const open = (row: IdentityRow | undefined): AdapterPayload | undefined => {
    if (row === undefined) return undefined;
    const payload = row.body.payload as AdapterPayload;
    if (isOver(row, payload)) return undefined;
    const { expiresAt, consumedAt } = row;
    const isShown = expiresAt !== undefined && !isOwn(payload.clientId);
    return {
      ...payload,
      ...(isShown && { exp: Math.ceil((Date.now() + expiresAt - clock.now()) / 1000) }),
      ...(consumedAt !== undefined && { consumed: Math.ceil(consumedAt / 1000) }),
    };
  };

  return {
    async find(id) {
      if (kind !== "Client") return open(await rows.find(rowKey(id)));
      if (isOwn(id)) return firstPartyMetadata(firstParty);
      const client = usableClient(context, id);
      return client && clientMetadata(client);
    },
    findByUid: async (uid) => open(await rows.findByUid({ environment, kind, uid })),
    findByUserCode: async () => undefined,
    async upsert(id, payload, expiresIn) {
      await rows.upsert({
        ...rowKey(id),
        body: { payload, clientVersion: readClientVersion(payload.clientId) },
        expiresAt: expiresIn === undefined ? undefined : clock.now() + lasting(payload, expiresIn) * 1000,
        grant: payload.grantId,
        uid: payload.uid,
      });
      writes += 1;
      if (writes % writesPerTrim === 0)
        await rows.trim({ environment, kind }, { now: clock.now(), most: settings.limits.rows });
    },
    async consume(id) {
      if (!(await rows.consume(rowKey(id), clock.now())))
        throw new InvalidGrant("it was used by another request");
    },
    destroy: (id) => rows.remove(rowKey(id)),
    revokeByGrantId: (grant) => rows.removeByGrant({ environment, grant }),
  };
}
