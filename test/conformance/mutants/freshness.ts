// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are pieces of source text.
import type { Mutant } from "./mutant.js";

const pattern = "/^(?:0|[1-9]\\d{0,14})$/.test(text) ? Number(text) : undefined";
const within = "Math.abs(now - stamp) <= windowSeconds";
const reserve = "await nonces.reserve(request.nonce, stamp, seconds)";
const taken = "if (expiries.has(nonce)) return false;";

const stamp = (name: string, read: string, mistake: string): Mutant => ({
  name,
  clause: "§6.2",
  mistake,
  edits: { signature: [[pattern, read]] },
});

const window = (name: string, test: string, mistake: string): Mutant => ({
  name,
  clause: "§6.3(2)",
  mistake,
  edits: { signature: [[within, test]] },
});

const nonce = (name: string, edits: Mutant["edits"], mistake: string): Mutant => ({
  name,
  clause: "§6.3(2)",
  mistake,
  edits,
});

export const freshnessMutants: readonly Mutant[] = [
  stamp("stamp-parsed-leniently", "Number.parseInt(text, 10)", "`parseInt` reads as far as it can."),
  stamp("stamp-as-number", "Number(text)", "`Number` reads fractions, exponents and hexadecimal digits."),
  stamp(
    "stamp-in-milliseconds-too",
    `Number(/^\\d{13}$/.test(text) ? text.slice(0, 10) : text) || undefined`,
    "Both units are let through, since one never knows.",
  ),
  stamp("stamp-as-date", "Number(text) || Date.parse(text) / 1000", "A date is let through as well."),
  {
    name: "stamp-not-a-number",
    clause: "§6.2",
    mistake: "Every comparison with `NaN` is false, so a stamp that isn't a number is never too far away.",
    edits: {
      signature: [
        [pattern, "Number(text)"],
        [within, "!(Math.abs(now - stamp) > windowSeconds)"],
      ],
    },
  },
  stamp(
    "stamp-taken-for-milliseconds",
    "Number(text) / 1000",
    "The header is taken for milliseconds, as `Date.now()` gives.",
  ),
  window("window-absent", "true", "The nonce alone is thought to be enough."),
  window(
    "window-past-only",
    "now - stamp <= windowSeconds",
    "Only the age is looked at, which is negative for a future stamp.",
  ),
  window(
    "window-future-only",
    "stamp - now <= windowSeconds",
    "The difference is taken the wrong way round.",
  ),
  window(
    "window-ten-minutes",
    "Math.abs(now - stamp) <= 2 * windowSeconds",
    "The nonce's ten minutes are taken for the window.",
  ),
  window("window-one-minute", "Math.abs(now - stamp) <= 60", "The window is made narrow, for safety."),
  nonce(
    "window-in-milliseconds",
    // Two seconds more, or the next second of the clock would decide.
    { signature: [[within, "(Math.abs(now - stamp) - 2) * 1000 <= windowSeconds"]] },
    "Seconds are compared with milliseconds.",
  ),
  nonce(
    "stale-422",
    { webhook: [['{ status: 401, outcome: "stale" }', '{ status: 422, outcome: "stale" }']] },
    "An expired stamp is taken for invalid content.",
  ),
  nonce(
    "stale-spends-nonce",
    {
      webhook: [
        [
          "if (stamp === undefined || !isFresh(stamp, seconds)) return",
          "if (stamp === undefined || !isFresh(stamp, seconds)) return await nonces.reserve(request.nonce, seconds, seconds).catch(() => 0),",
        ],
      ],
    },
    "The nonce is spent before the stamp is checked.",
  ),
  nonce("nonce-unchecked", { nonces: [[taken, ""]] }, "Duplicates are thought to be caught by the event id."),
  {
    ...nonce(
      "nonce-not-atomic",
      {
        nonces: [
          [
            taken,
            "if (expiries.has(nonce)) return false;\n      await new Promise((resolve) => setTimeout(resolve, 100));",
          ],
        ],
      },
      "The store is asked first and written afterwards, so of two at once both get through.",
    ),
    only: ["6.3.2/replay-at-once"],
  },
  nonce(
    "nonce-with-body",
    { webhook: [[reserve, "await nonces.reserve(request.nonce + body, stamp, seconds)"]] },
    "The whole request is remembered instead of its nonce.",
  ),
  nonce(
    "nonce-with-event",
    { webhook: [[reserve, "await nonces.reserve(`${request.eventId} ${request.nonce}`, stamp, seconds)"]] },
    "The nonce is stored under the event that it came with.",
  ),
  nonce(
    "nonce-by-delivery",
    { webhook: [[reserve, "await nonces.reserve(request.deliveryId, stamp, seconds)"]] },
    "The delivery id is taken for the value that never repeats, so every retry is refused.",
  ),
  nonce(
    "nonce-of-accepted-only",
    {
      webhook: [
        [
          "const answer = await process(method, header, body);",
          'const answer = await process(method, header, body);\n    if (answer.status !== 204 && answer.outcome !== "replayed") nonces.release(header("X-SVC-Request-Nonce")[0]);',
        ],
      ],
      nonces: [["  return {\n", "  return {\n    release: (nonce) => expiries.delete(nonce),\n"]],
    },
    "The nonce is reserved in the transaction that stores the event and is rolled back with it.",
  ),
  nonce(
    "nonce-store-down-let-through",
    { webhook: [['return { status: 503, outcome: "nonce-store-down" };', ""]] },
    "An outage of the cache isn't allowed to stop deliveries.",
  ),
  nonce(
    "nonce-store-down-500",
    {
      webhook: [
        ['{ status: 503, outcome: "nonce-store-down" }', '{ status: 500, outcome: "nonce-store-down" }'],
      ],
    },
    "The error of the store isn't caught, and the framework answers.",
  ),
  nonce(
    "replay-204",
    { webhook: [['{ status: 401, outcome: "replayed" }', '{ status: 204, outcome: "replayed" }']] },
    "A repeated nonce is taken for a harmless duplicate.",
  ),
  nonce(
    "replay-409",
    { webhook: [['{ status: 401, outcome: "replayed" }', '{ status: 409, outcome: "replayed" }']] },
    "A repeated nonce is taken for a conflict.",
  ),
];
