import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sign, signDelivery } from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { application, credentials } from "./deliveries.mjs";
import { cutRequest, frameBody } from "./fuzz-framing.mjs";
import { root } from "./paths.mjs";

const folder = join(root, "contracts/examples");
const examples = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json") && name.includes(".v1"))
  .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")))
  .filter((example) => typeof example?.event_id === "string");

/** The clock of the requests and of the receiver, in milliseconds, so that a seed makes the same run every time. */
export const now = () => 1_800_000_000_000;

const names = Object.values(protocol.headers);

/**
 * The bytes of a request: a valid delivery, usually corrupted in one or more ways.
 * @param {import("./random.mjs").Random} random
 * @param {{ readonly encryptKey: string | undefined, readonly index: number }} options
 * @returns {{ readonly bytes: Buffer, readonly pieces: readonly Buffer[], readonly isMalformed: boolean,
 *   readonly headers: Readonly<Record<string, string>>, readonly body: Buffer }} malformed if it may not be HTTP at
 *   all; the pieces are written one by one
 */
export function makeRequest(random, { encryptKey, index }) {
  const event = makeEvent(random, index);
  const key = random.chance(0.95) ? encryptKey : random.pick([undefined, "another key"]);
  const token = random.chance(0.95)
    ? credentials.verificationToken
    : random.pick(["", "wrong", "vt_0123456789abcdeg"]);
  const made = signDelivery({
    protocol,
    ...credentials,
    verificationToken: token,
    encryptKey: key,
    event,
    now,
    random: random.bytes,
  });
  const headers = { ...made.headers };
  let body = Buffer.from(made.body);

  if (random.chance(0.3)) body = spoilBytes(random, body);
  if (random.chance(0.5)) resign(headers, body);
  if (random.chance(0.3)) spoilHeaders(random, headers);
  let method = "POST";
  if (random.chance(0.03)) method = random.pick(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]);
  if (random.chance(0.05)) {
    const { header, headerValue, typeProperty, challengeProperty, tokenProperty } = protocol.verification;
    headers[header] = random.pick([headerValue, "other"]);
    const type = random.pick([headerValue, 1]);
    body = Buffer.from(
      JSON.stringify({ [typeProperty]: type, [challengeProperty]: "☃", [tokenProperty]: "t" }),
    );
  }
  const framed = frameBody(random, body);
  const lines = [...Object.entries({ ...headers, host: "fuzz" }), ...framed.headers];
  if (random.chance(0.03)) lines.push([random.pick(names), random.pick(["again", ""])]);
  const head = `${method} /${"a".repeat(random.below(20))} HTTP/1.1\r\n${lines
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
  const headBytes = Buffer.from(head, "latin1");
  // The id of a corrupted event may contain characters that headers can't.
  let isMalformed =
    framed.isMalformed ||
    headBytes.some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) ||
    headBytes.includes(0x7f);
  let bytes = Buffer.concat([headBytes, framed.bytes]);
  if (random.chance(0.02)) {
    // Always with an end marker; otherwise, the server waits for more.
    isMalformed = true;
    bytes = Buffer.concat([
      spoilBytes(random, bytes.subarray(0, head.length)),
      framed.bytes,
      Buffer.from("\r\n\r\n\0\r\n"),
    ]);
  }
  return { bytes, pieces: cutRequest(random, bytes), isMalformed, headers, body };
}

function makeEvent(random, index) {
  const event = structuredClone(random.pick(examples));
  if (random.chance(0.9)) event.event_id = `${random.chance(0.05) ? "evt_webhook_test_" : "evt_"}${index}`;
  if (random.chance(0.9) && "tenant_id" in event) event.tenant_id = application.organization;
  const bound = {
    organization_id: application.organization,
    open_platform_application_id: application.id,
    environment: application.environment,
    product_code: application.product,
  };
  if (random.chance(0.9) && typeof event.data === "object") Object.assign(event.data, bound);
  if (random.chance(0.2)) spoilValue(random, event, 4);
  if (random.chance(0.03)) event.event_type = random.pick(["token.agent.action.v1", "none.v1", 7]);
  return event;
}

const awkward = [
  null,
  true,
  -1,
  1e300,
  2 ** 53,
  "",
  "\0",
  "\ud800",
  "☃",
  [],
  {},
  "x".repeat(3000),
  [[[]]],
  0.5,
];

function spoilValue(random, value, depth) {
  const keys = Object.keys(value);
  const key =
    keys.length === 0 || random.chance(0.1)
      ? random.pick(["__proto__", "extra", "constructor"])
      : random.pick(keys);
  // Inherited properties must not be changed.
  const inner = Object.hasOwn(value, key) ? value[key] : undefined;
  if (depth > 0 && typeof inner === "object" && inner !== null && random.chance(0.7)) {
    spoilValue(random, inner, depth - 1);
  } else if (random.chance(0.3)) delete value[key];
  else
    Object.defineProperty(value, key, {
      value: structuredClone(random.pick(awkward)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

/** Cuts, changes, doubles or replaces bytes. */
function spoilBytes(random, bytes) {
  const at = random.below(bytes.length + 1);
  const until = Math.min(bytes.length, at + random.below(20));
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), random.bytes(random.below(8)), bytes.subarray(until)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, until), bytes.subarray(at)]);
    case 3:
      return random.bytes(random.below(300));
    case 4:
      return Buffer.from("[".repeat(random.below(4000)) + random.pick(["", "]", "{}", "1e999"]));
    default:
      if (random.chance(0.02)) return Buffer.concat([bytes, Buffer.alloc(70_000, 32)]);
      return Buffer.from(`\ufeff${bytes}`);
  }
}

function resign(headers, body) {
  const { timestamp, nonce, signature } = protocol.headers;
  const [secret = ""] = credentials.secrets;
  headers[signature] = sign({ protocol, secret, timestamp: headers[timestamp], nonce: headers[nonce], body });
}

function spoilHeaders(random, headers) {
  const name = random.pick([...Object.keys(headers), "content-encoding", "transfer-coding"]);
  const seconds = now() / 1000;
  switch (random.below(4)) {
    case 0:
      delete headers[name];
      return;
    case 1:
      headers[name] = random
        .bytes(random.below(60))
        .toString("latin1")
        .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
      return;
    case 2:
      headers[protocol.headers.timestamp] = String(
        random.pick([seconds - 301, seconds + 302, seconds * 1000, "1e9", "+1", " "]),
      );
      return;
    default:
      headers[name] = `${headers[name] ?? ""}${random.pick([" ", ",", ", x", "x", ";", "é"])}`;
  }
}
