import { toLambdaHandler } from "@oipkit/runtime/adapters/lambda";
import { parseDelivery } from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { credentials } from "./deliveries.mjs";
import { exchangeRaw } from "./raw-socket.mjs";

const { timestamp, nonce, signature } = protocol.headers;

/**
 * Sends a captured delivery again, one of its signed headers changed into what a careless reader takes for the same
 * bytes: over the wire, and by the ways that take headers of any characters.
 * @param {import("./random.mjs").Random} random
 * @param {{ readonly headers: Readonly<Record<string, string>>, readonly body: Buffer }} captured
 * @param {{ readonly port: number, readonly receiver: object, readonly encryptKey: string | undefined,
 *   readonly now: () => number }} target
 * @returns {Promise<{ readonly way: string, readonly status: number, readonly sent: object }>}
 */
export async function replayFolded(random, { headers, body }, target) {
  const name = random.pick([timestamp, nonce, nonce, signature]);
  const way = random.pick(Object.keys(ways));
  const fold = random.pick(way === "wire" ? wireFolds : anyFolds);
  const sent = { ...headers, [name]: fold(random, headers[name]) };
  return { way, status: await ways[way](sent, body, target), sent };
}

/** Another character instead of one of the text's. */
function replaced(random, text, change) {
  const at = random.below(text.length);
  return text.slice(0, at) + change(text[at]) + text.slice(at + 1);
}

const raised = (random, text) =>
  replaced(random, text, (character) => String.fromCharCode(character.charCodeAt(0) + 0x80));
const above = (random, text) => {
  const high = 0x100 * (1 + random.below(255));
  return replaced(random, text, (character) => String.fromCharCode(character.charCodeAt(0) + high));
};

const wireFolds = [
  raised,
  (random, text) => Buffer.from(above(random, text)).toString("latin1"),
  (random, text) => replaced(random, text, (character) => `${character}\r\n `),
  (random, text) => `${text}${random.pick([",", ", ", ";", "\t,", "\x0b", "\xa0"])}`,
  (_random, text) => `${text}\r\n ${text}`,
];
const anyFolds = [
  raised,
  above,
  (random, text) => replaced(random, text, (character) => `${character}\n`),
  (random, text) => `${text}${random.pick(["\0", "\n", "\r", "\x85", "\u2028", "\ufeff"])}`,
];

const ways = {
  wire(headers, body, { port }) {
    const lines = Object.entries({ ...headers, host: "fuzz", "content-length": String(body.length) });
    const head = `POST / HTTP/1.1\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join("")}\r\n`;
    return exchangeRaw(port, Buffer.concat([Buffer.from(head, "latin1"), body]));
  },
  async answer(headers, body, { receiver }) {
    const { status } = await receiver.answer({
      method: "POST",
      header: (name) => headerOf(headers, name),
      readBody: () => body,
    });
    return status;
  },
  async lambda(headers, body, { receiver }) {
    const { statusCode } = await toLambdaHandler(receiver)({
      version: "2.0",
      requestContext: { http: { method: "POST" } },
      headers,
      body: body.toString("base64"),
      isBase64Encoded: true,
    });
    return statusCode;
  },
  parseDelivery(headers, body, { encryptKey, now }) {
    const header = (name) => headerOf(headers, name);
    try {
      parseDelivery({ protocol, ...credentials, encryptKey, header, body, now });
      return protocol.responses.accepted;
    } catch (refusal) {
      return refusal.status ?? -1;
    }
  },
};

function headerOf(headers, name) {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());
  if (found === undefined) return null;
  return headers[found];
}
