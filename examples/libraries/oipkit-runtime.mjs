import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isRecent, parseInstant, readHeaders, verifySignature } from "@oipkit/runtime/webhook";
import { answerLines } from "./lines.mjs";

// The protocol is that of the vectors, whose file is the argument.
const { protocol } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { timestamp } = protocol;
const { version } = createRequire(import.meta.url)("@oipkit/runtime/package.json");

await answerLines(
  { name: "@oipkit/runtime", version, language: "TypeScript" },
  ({ body, headers, keys, now, url }) => {
    const header = (name) => headers[name.toLowerCase()] ?? null;
    const read = readHeaders(protocol, header);
    if (read.kind !== "complete") throw new Error(`${read.role} is ${read.kind}`);
    const signedAt = timestamp && parseInstant(timestamp.unit, read.headers.timestamp);
    if (timestamp && (signedAt === undefined || !isRecent(timestamp, signedAt, now * 1000))) return false;
    return verifySignature({
      protocol,
      secrets: keys,
      publicKeys: keys,
      ...read.headers,
      header,
      body,
      url,
    });
  },
);
