import { createDecipheriv, createHash } from "node:crypto";

const deepest = 200;

/** The JSON object in a plaintext or encrypted body; `undefined` for anything else, for any reason. */
export function openBody(body, encryptKey) {
  const outer = readObject(body);
  if (encryptKey === undefined || outer === undefined) return outer;
  if (Object.keys(outer).length !== 1 || typeof outer.encrypt !== "string") return undefined;
  const plain = decrypt(outer.encrypt, encryptKey);
  return plain && readObject(plain);
}

/** Parses strictly: UTF-8 without a byte order mark, one JSON object, limited depth. */
export function readObject(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(text);
    return isObject(value) && depthOf(text) <= deepest ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function depthOf(text) {
  let depth = 0;
  let most = 0;
  for (const mark of text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[[\]{}]/g) ?? []) {
    depth += mark === "[" || mark === "{" ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** Base64 of an initialization vector and AES-256-CBC blocks; §6.2. */
function decrypt(text, encryptKey) {
  const sealed = Buffer.from(text, "base64");
  if (sealed.toString("base64") !== text || sealed.length < 32) return undefined;
  const key = createHash("sha256").update(encryptKey, "utf8").digest();
  try {
    const decipher = createDecipheriv("aes-256-cbc", key, sealed.subarray(0, 16));
    return Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);
  } catch {
    return undefined;
  }
}
