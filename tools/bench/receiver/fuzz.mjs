// Sends requests with all kinds of errors, among them chunked, slow and folded ones, and checks that each answer is a
// documented one and that only accepted events were stored.
import { parseArgs } from "node:util";
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { createMemoryInbox, createMemoryNonces } from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { createReceiver } from "@oipkit/sdk/events/receiver.js";
import { application, credentials } from "./deliveries.mjs";
import { replayFolded } from "./fuzz-folds.mjs";
import { makeRequest, now } from "./fuzz-requests.mjs";
import { sendSlowly, slowLimits } from "./fuzz-slow.mjs";
import { createRandom } from "./random.mjs";
import { exchangeRaw } from "./raw-socket.mjs";

const help = `Usage: node tools/bench/receiver/fuzz.mjs [options]

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

/** Of all requests, those that are sent slowly, and captured deliveries that come again under folded headers. */
const [slowShare, foldedShare] = [0.02, 0.05];

function serve(encryptKey, faults, limits) {
  const inbox = createMemoryInbox({ now });
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
  const server = createReceiverServer(receiver, limits);
  const close = async () => {
    await server.close();
    await receiver.close();
  };
  return { inbox, receiver, listen: () => server.listen({ port: 0 }), close };
}

const isDocumented = (status, { isMalformed }) =>
  documented.has(status) || (isMalformed && ofTheParser.has(status));

async function fuzz({ requests, seed, encryptKey }) {
  const faults = [];
  const slow = serve(encryptKey, faults, slowLimits);
  const slowPort = await slow.listen();
  const slowCount = Math.ceil(requests * slowShare);
  const [fast, slowly] = await Promise.all([
    fuzzInTurn({ requests: requests - slowCount, seed, encryptKey, faults }),
    sendSlowly({
      port: slowPort,
      count: slowCount,
      makeRequest: (index) => {
        // Each has its own random numbers, since their order in time isn't repeatable.
        const random = createRandom(Math.imul(seed, 0x9e3779b1) + index);
        return { random, request: makeRequest(random, { encryptKey, index }) };
      },
      isDocumented,
    }),
  ]);
  const records = (await slow.inbox.list({ limit: requests })).length;
  await slow.close();
  const { failure, mayBeStored } = slowly;
  const tooMany = records > mayBeStored ? { kind: "slow", records, mayBeStored } : undefined;
  return {
    ...fast,
    slow: { counts: slowly.counts, stored: records },
    failure: fast.failure ?? (failure === undefined ? tooMany : { kind: "slow", ...failure }),
  };
}

/** Sends one request after the other, so that what is stored is known to come from the last one. */
async function fuzzInTurn({ requests, seed, encryptKey, faults }) {
  const random = createRandom(seed);
  const { inbox, receiver, listen, close } = serve(encryptKey, faults);
  const port = await listen();
  const counts = new Map();
  const folded = new Map();
  let [stored, captured] = [0, undefined];
  for (let index = 0; index < requests; index++) {
    if (captured !== undefined && random.chance(foldedShare)) {
      const { way, status, sent } = await replayFolded(random, captured, {
        port,
        receiver,
        encryptKey,
        now,
      });
      folded.set(status, (folded.get(status) ?? 0) + 1);
      const records = await inbox.list({ limit: 1, after: stored });
      const isRefused = [responses.unauthenticated, ...(way === "wire" ? [400] : [])].includes(status);
      if (isRefused && records.length === 0 && faults.length === 0) continue;
      return { counts, folded, stored, failure: { kind: "folded", index, way, status, sent, faults } };
    }
    const request = makeRequest(random, { encryptKey, index });
    const status = await exchangeRaw(port, request.pieces);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    const records = await inbox.list({ limit: 2, after: stored });
    const isNew = records.length > 0;
    const isAccepted = status === responses.accepted;
    // Spoiled bytes may hold a right delivery with rubbish behind it, and the parser's answer to that comes first.
    const mayBeStored = (isAccepted || request.isMalformed) && records.length === 1;
    if (!isDocumented(status, request) || faults.length > 0 || (isNew && !mayBeStored)) {
      const failure = { kind: "in turn", index, status, records: records.length, faults, request };
      return { counts, folded, stored, failure };
    }
    if (!isNew) continue;
    stored = records[0].sequence;
    if (isAccepted && !request.isMalformed)
      captured = { headers: trimmed(request.headers), body: request.body };
  }
  await close();
  return { counts, folded, stored };
}

/** Headers as a server reads them. */
function trimmed(headers) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]));
}

function listed(counts) {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  return sorted.map(([status, count]) => `${status} × ${count}`).join(", ");
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
    const { counts, folded, slow, stored, failure } = result;
    process.stdout.write(
      `${mode}, seed ${seed}: ${listed(counts)}; ${stored} stored\n` +
        `  slow: ${listed(slow.counts)}; ${slow.stored} stored\n  folded: ${listed(folded)}; 0 stored\n`,
    );
    if (failure !== undefined) {
      const { request, faults = [], ...facts } = failure;
      process.stdout.write(
        `wrong: ${JSON.stringify(facts)} ${faults.join(" ")}\n${request?.bytes.toString("latin1") ?? ""}\n`,
      );
      return 1;
    }
    // A run in which no request reaches the last step proves little.
    if (stored === 0 || slow.stored === 0 || folded.size === 0)
      throw new Error("no request was accepted, or none was folded");
  }
  return 0;
}

const code = await main().catch((error) => {
  process.stderr.write(`tools/bench/receiver fuzz: ${error instanceof Error ? error.stack : error}\n`);
  return 2;
});
// If a run fails, its server still listens.
process.exit(code);
