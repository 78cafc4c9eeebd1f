import type { Delivery } from "@oipkit/delivery";
import type { Dice } from "./deed.js";
import type { Profile } from "./profile.js";
import {
  discardPending,
  type Offer,
  offerNext,
  type ReceiverKeys,
  type Rotating,
  type SecretsHandOver,
} from "./receiver-keys.js";
import type { Asker } from "./requests.js";

/** What a keeper needs. */
interface KeeperOptions {
  readonly delivery: Pick<Delivery, "credentials" | "endpoints">;
  readonly application: string;
  readonly profile: Pick<Profile, "rotate" | "encrypt">;
  /** As the run begins. */
  readonly keys: ReceiverKeys;
  readonly handOver: SecretsHandOver;
  readonly asker: Asker;
}

/** Changes the secrets of a receiver while it works: tells it first, and acts once it knows. */
export interface Keeper {
  readonly keys: () => ReceiverKeys;
  /** Tells the receiver what is true as the run begins. */
  readonly begin: () => Promise<void>;
  /** Does what the dice say while no delivery is under way; says what. */
  readonly step: (dice: Dice) => Promise<readonly string[]>;
  /** Ends what is under way. */
  readonly settle: () => Promise<void>;
  /** Switches encryption back to what it was, and gives up what is pending. */
  readonly restore: () => Promise<void>;
  /** What the receiver did wrong. */
  readonly problems: readonly string[];
  /** How often what was done. */
  readonly counts: () => Readonly<Record<string, number>>;
}

const actor = "stress";
/** In a round, the former secret is dropped once the new one is active. */
const dropChance = 0.6;

/** The receiver doesn't follow; nothing more is changed. */
class NotFollowed extends Error {}

/** A keeper that has changed nothing. Its methods reject as `handOver` does, and as the engine's credentials and endpoints do. */
export function createKeeper(options: KeeperOptions): Keeper {
  const { delivery, application, profile, handOver, asker } = options;
  const { credentials, endpoints } = delivery;
  const wasEncrypted = options.keys.encryptKey !== undefined;
  const rotating = (kind: Rotating["kind"]): Rotating => ({ credentials, application, kind, actor });
  const problems: string[] = [];
  const counts = { "rotated-secret": 0, "dropped-secret": 0, "switched-encryption": 0 };
  let keys = options.keys;
  let offer: Offer | undefined;
  /** Replaced, and still good. */
  let former: string | undefined;
  let isFollowed = true;

  const tell = (changed: { readonly next?: string; readonly encryptKey?: string | undefined } = {}) => {
    const next = changed.next ?? offer?.secret;
    const { signingSecret, verificationToken } = keys;
    return handOver({
      secret: next ?? signingSecret,
      previousSecret: next === undefined ? former : signingSecret,
      verificationToken,
      encryptKey: "encryptKey" in changed ? changed.encryptKey : keys.encryptKey,
    });
  };
  const notFollowed = (what: string, answer: string): NotFollowed => {
    isFollowed = false;
    problems.push(`the receiver ${what}: it was told, but goes on answering with ${answer}`);
    return new NotFollowed();
  };
  const following = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // Whatever happened, nothing was changed.
      if (!(error instanceof NotFollowed)) {
        await tell().catch(() => {});
        throw error;
      }
      await tell();
    }
  };

  const propose = () =>
    following(async () => {
      offer = await offerNext(rotating("signing-secret"), async (next) => {
        await tell({ next });
        const answer = await asker.until("accepted", { ...keys, signingSecret: next });
        if (answer !== undefined) throw notFollowed("doesn't accept its next signing secret", answer);
      });
    });
  const activate = async (): Promise<void> => {
    if (offer === undefined) return;
    const { secret } = offer;
    await offer.activate();
    offer = undefined;
    former = keys.signingSecret;
    keys = { ...keys, signingSecret: secret };
    counts["rotated-secret"] += 1;
  };
  const drop = async (): Promise<void> => {
    const dropped = former;
    if (dropped === undefined) return;
    former = undefined;
    await tell();
    for (const each of await credentials.list(application))
      if (each.kind === "signing-secret" && each.state === "previous")
        await credentials.discard({ application, kind: each.kind, version: each.version }, { actor });
    counts["dropped-secret"] += 1;
    const answer = await asker.until("refused", { ...keys, signingSecret: dropped });
    if (answer === undefined) keys = { ...keys, retired: dropped };
    else notFollowed("accepts a signing secret that was dropped", answer);
  };
  const save = async (encrypted: boolean): Promise<void> => {
    const { revision = 0 } = (await endpoints.find(application)) ?? {};
    const operationId = `stress-encryption-${revision}`;
    await endpoints.save({ application, revision, operationId, encrypted, actor });
    counts["switched-encryption"] += 1;
  };
  const encrypt = () =>
    following(async () => {
      let encryptKey: string | undefined;
      const made = await offerNext(rotating("encrypt-key"), async (secret) => {
        encryptKey = secret;
        await tell({ encryptKey });
        const answer = await asker.until("accepted", { ...keys, encryptKey });
        if (answer !== undefined) throw notFollowed("doesn't decrypt with its new Encrypt Key", answer);
      });
      await made.activate();
      await save(true);
      keys = { ...keys, encryptKey };
    });
  const decrypt = () =>
    following(async () => {
      await tell({ encryptKey: undefined });
      const answer = await asker.until("accepted", { ...keys, encryptKey: undefined });
      if (answer !== undefined)
        throw notFollowed("takes no plaintext after encryption was switched off", answer);
      await save(false);
      keys = { ...keys, encryptKey: undefined };
    });

  return {
    keys: () => keys,
    problems,
    counts: () => counts,
    async begin() {
      for (const kind of ["signing-secret", "encrypt-key"] as const) await discardPending(rotating(kind));
      await tell();
    },
    async step(dice) {
      const deeds: string[] = [];
      if (!isFollowed || !asker.isReady()) return deeds;
      if (offer !== undefined) {
        deeds.push("activate the secret");
        await activate();
      } else if (former !== undefined) {
        if (dice("drop") < dropChance) {
          deeds.push("drop the secret");
          await drop();
        }
      } else if (dice("rotate") < profile.rotate) {
        deeds.push("propose a secret");
        await propose();
      }
      if (isFollowed && dice("encrypt") < profile.encrypt) {
        if (keys.encryptKey === undefined) {
          deeds.push("encryption on");
          await encrypt();
        } else {
          deeds.push("encryption off");
          await decrypt();
        }
      }
      return deeds;
    },
    async settle() {
      await activate();
      await drop();
    },
    async restore() {
      await offer?.discard();
      offer = undefined;
      const isEncrypted = keys.encryptKey !== undefined;
      if (isEncrypted === wasEncrypted) return;
      await (isEncrypted ? decrypt() : encrypt());
    },
  };
}
