// Sends requests with all kinds of errors, and checks that each answer is a documented one
// and that only accepted events were stored.
import { parseArgs } from "node:util";
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { application, credentials } from "./deliveries.mjs";
import { makeRequest, now } from "./fuzz-requests.mjs";
import { createRandom } from "./random.mjs";
import { exchangeRaw } from "./raw-socket.mjs";

const help = `Usage: node bench/receiver/fuzz.mjs [options]

  --requests N  how many, half with encryption on and half without (default: 100000)
  --seed N      the same seed makes the same requests              (default: of the clock)

Exit codes: 0 all answers were right, 1 one wasn't, 2 couldn't run.
`;

const { responses, verification } = protocol;
/** Every answer that the documentation names. */
const documented = new Set([
  ...[responses.accepted, responses.unauthenticated, responses.unprocessable, responses.unavailable],
  ...[verification.status, 405, 413, 415],
]);
/** Those of Node's parser, to what isn't HTTP. */
const ofTheParser = new Set([400, 408, 431]);

async function fuzz({ requests, seed, encryptKey }) {
  const random = createRandom(seed);
  const inbox = createMemoryInbox({ now });
  const counts = new Map();
  const faults = [];
  const receiver = createReceiver({
    application,
    ...credentials,
    encryptKey,
    inbox,
    nonces: createMemoryNonces({ now }),
    fallback: () => {},
    now,
    onCallback: () => ({}),
    dispatch: { mode: "manual" },
    maxBodyBytes: 64 * 1024,
    onFault: (fault) => faults.push(fault),
  });
  const server = createReceiverServer(receiver);
  const port = await server.listen({ port: 0 });
  let [stored, accepted] = [0, 0];
  for (let index = 0; index < requests; index++) {
    const request = makeRequest(random, { encryptKey, index });
    const status = await exchangeRaw(port, request.bytes);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const isRight = documented.has(status) || (request.isMalformed && ofTheParser.has(status));
    const records = await inbox.list({ limit: 2, after: stored });
    accepted += Number(status === responses.accepted);
    const isNew = records.length > 0;
    // Corrupted bytes may contain a valid delivery followed by garbage, whose answer by the parser comes first.
    const mayBeStored = (status === responses.accepted || request.isMalformed) && records.length === 1;
    if (!isRight || faults.length > 0 || (isNew && !mayBeStored)) {
      return {
        counts,
        accepted,
        stored,
        failure: { index, status, records: records.length, faults, request },
      };
    }
    if (isNew) stored = records[0].sequence;
  }
  await server.close();
  await receiver.close();
  return { counts, accepted, stored };
}

async function main() {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "100000" },
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  if (![requests, seed].every((value) => Number.isSafeInteger(value) && value > 0)) {
    throw new Error("--requests and --seed must be positive integers");
  }
  for (const encryptKey of [undefined, "encrypt-key-of-the-fuzz"]) {
    const mode = encryptKey === undefined ? "plaintext" : "encrypted";
    const result = await fuzz({ requests: Math.ceil(requests / 2), seed, encryptKey });
    const answers = [...result.counts]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status} × ${count}`);
    process.stdout.write(`${mode}, seed ${seed}: ${answers.join(", ")}; ${result.stored} stored\n`);
    if (result.failure !== undefined) {
      const { request, faults, ...facts } = result.failure;
      process.stdout.write(
        `wrong: ${JSON.stringify(facts)} ${faults.join(" ")}\n${request.bytes.toString("latin1")}\n`,
      );
      return 1;
    }
    // A run in which no request reaches the last step proves little.
    if (result.stored === 0) throw new Error("no request was accepted");
  }
  return 0;
}

const code = await main().catch((error) => {
  process.stderr.write(`bench/receiver fuzz: ${error instanceof Error ? error.stack : error}\n`);
  return 2;
});
// If a run fails, its server still listens.
process.exit(code);
