import type { Edit, Mutant } from "./mutant.js";

const authenticate = "const refusal = await authenticate(request, body);\n    if (refusal) return refusal;\n";
const receive = "return await receive(event, request);";
const asks = "const request = readHeaders(header);";

const mutant = (name: string, clause: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause,
  mistake,
  edits: { webhook: edits },
});

export const orderMutants: readonly Mutant[] = [
  mutant(
    "accept-everything",
    "§6.3(3)",
    [[asks, `${asks}\n    if (method) return { status: 204 };`]],
    "The endpoint only exists to satisfy the Console.",
  ),
  mutant(
    "refuse-everything",
    "§6.3(1)",
    [[asks, `${asks}\n    if (method) return { status: 401 };`]],
    "Login middleware runs before the endpoint.",
  ),
  mutant(
    "refuse-everything-422",
    "§6.3(1)",
    [[asks, `${asks}\n    if (method) return { status: 422 };`]],
    "The framework's own validation runs before the endpoint.",
  ),
  mutant(
    "fail-always",
    "§6.3(1)",
    [[asks, `${asks}\n    if (method) return { status: 500 };`]],
    "The endpoint throws.",
  ),
  mutant(
    "body-read-first",
    "§6.3",
    [
      [
        authenticate,
        `if (openBody(body, settings.encryptKey) === undefined) return { status: 422 };\n    ${authenticate}`,
      ],
    ],
    "The framework parses the body before the receiver runs.",
  ),
  mutant(
    "schema-first",
    "§6.3",
    [
      [
        authenticate,
        `const early = openBody(body, settings.encryptKey);\n    if (early && early.event_type !== callbackType && validateEvent(early).kind !== "valid") return { status: 422 };\n    ${authenticate}`,
      ],
    ],
    "The framework validates the body before the receiver runs.",
  ),
  mutant(
    "inbox-first",
    "§6.3",
    [
      [
        "    const found = validateEvent(event);\n",
        '    try {\n      await inbox.commit({ event: { event_id: "ping" } });\n    } catch {\n      return { status: 503, outcome: "inbox-down" };\n    }\n    const found = validateEvent(event);\n',
      ],
    ],
    "The database is accessed before the event is validated.",
  ),
  mutant(
    "token-last",
    "§6.3",
    [
      [
        'if (typeof token !== "string" || !sameText(token, settings.verificationToken)) {\n      return { status: 401, outcome: "token" };\n    }\n',
        "",
      ],
      [
        receive,
        'const answer = await receive(event, request, () => typeof token === "string" && sameText(token, settings.verificationToken));\n    return answer;',
      ],
      [
        "async function receive(event, { deliveryId }) {",
        "async function receive(event, { deliveryId }, hasToken) {",
      ],
      [
        "    let outcome;\n",
        '    if (!hasToken()) return { status: 401, outcome: "token" };\n    let outcome;\n',
      ],
    ],
    "The token is compared after schema validation, like another rule.",
  ),
  mutant(
    "commit-before-binding",
    "§6.3(5)",
    [
      [
        '    if (found.specified && !test && !isBound(event, settings)) return { status: 422, outcome: "not-ours" };\n',
        "",
      ],
      [
        '    if (outcome === "other")',
        '    if (found.specified && !test && !isBound(event, settings)) return { status: 422, outcome: "not-ours" };\n    if (outcome === "other")',
      ],
    ],
    "The binding is only compared when the event is handled, after it was stored.",
  ),
];
