import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { KeyRing } from "../credentials/key-ring.js";

/** A message that was opened. */
export interface OpenedMessage {
  /** Who sealed it, in hexadecimal digits. */
  readonly session: string;
  /** Counts the messages of a session, from 1. */
  readonly count: number;
  readonly value: unknown;
}

/** Seals messages of one program. */
export interface Sealer {
  readonly session: string;
  /** The count of the last message. */
  readonly count: () => number;
  /** Seals a value as JSON for one subject. */
  readonly seal: (subject: string, json: string) => Uint8Array;
}

const version = 1;
const [sessionBytes, countBytes, ivBytes, tagBytes] = [16, 6, 12, 16];
/** Keys of sessions that are kept. */
const maxSessions = 10_000;
const algorithm = "aes-256-gcm";

/**
 * Seals with AES-256-GCM under a key of the session, which follows from the current one of the ring; the count is the initialisation vector,
 * so none is used twice. Nothing can be read, changed or made up without the ring, nor be moved to another subject.
 */
export function createSealer(keyRing: KeyRing, random: (size: number) => Uint8Array): Sealer {
  const session = Buffer.from(random(sessionBytes));
  const keyId = keyRing.currentId;
  const key = sessionKey(keyRing, keyId, session);
  const id = Buffer.from(keyId, "utf8");
  let count = 0;
  return {
    session: session.toString("hex"),
    count: () => count,
    seal(subject, json) {
      count += 1;
      const head = Buffer.concat([Buffer.from([version, id.length]), id, session, Buffer.alloc(countBytes)]);
      head.writeUIntBE(count, head.length - countBytes, countBytes);
      const cipher = createCipheriv(algorithm, key, initialisationVector(count), { authTagLength: tagBytes });
      cipher.setAAD(Buffer.concat([head, Buffer.from(subject, "utf8")]));
      return Buffer.concat([head, cipher.update(json, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

/** Opens messages. The result throws `MessageUnreadable`, or `DeliveryError` (`key-missing`). */
export function createOpener(keyRing: KeyRing): (subject: string, bytes: Uint8Array) => OpenedMessage {
  const keys = new Map<string, Uint8Array>();
  const keyFor = (keyId: string, session: Buffer): Uint8Array => {
    const name = `${keyId} ${session.toString("hex")}`;
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = sessionKey(keyRing, keyId, session);
    if (keys.size >= maxSessions) keys.clear();
    keys.set(name, key);
    return key;
  };
  return (subject, bytes) => {
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (message[0] !== version)
      throw new MessageUnreadable(
        `a message to ${subject} isn't of version ${version}: run the same release of @oipkit/delivery everywhere`,
      );
    const idEnd = 2 + (message[1] ?? 0);
    const headEnd = idEnd + sessionBytes + countBytes;
    if (message.length < headEnd + tagBytes)
      throw new MessageUnreadable(`a message to ${subject} is too short`);
    const session = message.subarray(idEnd, idEnd + sessionBytes);
    const count = message.readUIntBE(headEnd - countBytes, countBytes);
    const key = keyFor(message.subarray(2, idEnd).toString("utf8"), session);
    const end = message.length - tagBytes;
    try {
      const decipher = createDecipheriv(algorithm, key, initialisationVector(count), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.concat([message.subarray(0, headEnd), Buffer.from(subject, "utf8")]));
      decipher.setAuthTag(message.subarray(end));
      const text = Buffer.concat([decipher.update(message.subarray(headEnd, end)), decipher.final()]);
      return { session: session.toString("hex"), count, value: JSON.parse(text.toString("utf8")) };
    } catch {
      throw new MessageUnreadable(
        `a message to ${subject} was changed, made up, or sealed with another key of the same id`,
      );
    }
  };
}

/** A message that can't be opened. */
export class MessageUnreadable extends Error {
  override readonly name = "MessageUnreadable";
}

function sessionKey(keyRing: KeyRing, keyId: string, session: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", keyRing.key(keyId, "messages"), session, "oipkit session", 32));
}

function initialisationVector(count: number): Uint8Array {
  const iv = Buffer.alloc(ivBytes);
  iv.writeUIntBE(count, ivBytes - countBytes, countBytes);
  return iv;
}
