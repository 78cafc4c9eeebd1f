import { createPublicKey } from "node:crypto";
import { createRequire } from "node:module";
import { verifyKey } from "discord-interactions";
import { answerLines, oneKey } from "./lines.mjs";

const { version } = createRequire(import.meta.url)("discord-interactions/package.json");

/** The 32 bytes of a key in PEM, in hexadecimal, as Discord shows them. */
const rawKey = (pem) =>
  Buffer.from(createPublicKey(pem).export({ format: "jwk" }).x, "base64url").toString("hex");

await answerLines({ name: "discord-interactions", version }, ({ body, headers, keys }) =>
  oneKey(keys, (key) =>
    verifyKey(body, headers["x-signature-ed25519"], headers["x-signature-timestamp"], rawKey(key)),
  ),
);
