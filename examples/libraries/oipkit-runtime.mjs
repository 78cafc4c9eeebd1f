import { readFileSync } from "node:fs";
import { isRecent, parseInstant, readHeaders, verifySignature } from "@oipkit/runtime/webhook";
import { answerLines } from "./lines.mjs";

// The protocol is that of the vectors, whose file is the argument.
const { protocol } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { timestamp } = protocol;
const { version } = JSON.parse(
  readFileSync(
    new URL(
      "../package.json",
      import.meta.resolve("@oipkit/runtime/webhook").replace("/dist/webhook/", "/dist/"),
    ),
    "utf8",
  ),
);

await answerLines(
  { name: "@oipkit/runtime", version, language: "TypeScript" },
  ({ body, headers, keys, now }) => {
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
      url: "",
    });
  },
);
