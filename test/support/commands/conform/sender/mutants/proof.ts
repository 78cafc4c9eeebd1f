import type { Mutant } from "../../mutants/mutant.js";

export const proofMutants: readonly Mutant[] = [
  {
    name: "verification-extra-fields",
    clause: "§6.1",
    mistake: "Further fields are ignored.",
    edits: {
      verification: [["Object.keys(others).length > 0", "Object.keys(others).length > 99"]],
    },
  },
  {
    name: "verification-not-compared",
    clause: "§6.1",
    mistake: "The challenge isn't compared.",
    edits: {
      verification: [["if (echoed !== challenge)", 'if (typeof echoed !== "string")']],
    },
  },
  {
    name: "verification-ignores-case",
    clause: "§6.1",
    mistake: "The comparison ignores case.",
    edits: {
      verification: [
        [
          "if (echoed !== challenge)",
          'if (String(echoed).toLowerCase() !== challenge.toLowerCase() || typeof echoed !== "string")',
        ],
      ],
    },
  },
  {
    name: "verification-converts",
    clause: "§6.1",
    mistake: "The comparison converts values.",
    edits: {
      verification: [["if (echoed !== challenge)", "if (String(echoed) !== challenge)"]],
    },
  },
  {
    name: "verification-challenge-optional",
    clause: "§6.1",
    mistake: "The challenge may be missing.",
    edits: {
      verification: [["if (echoed !== challenge)", "if (echoed !== undefined && echoed !== challenge)"]],
    },
  },
  {
    name: "verification-empty-challenge",
    clause: "§6.1",
    mistake: "An empty challenge is accepted.",
    edits: {
      verification: [["if (echoed !== challenge)", 'if (echoed !== "" && echoed !== challenge)']],
    },
  },
  {
    name: "verification-any-text",
    clause: "§6.1",
    mistake: "A body that isn't JSON is accepted.",
    edits: {
      verification: [['return "the body isn\'t JSON"', "return undefined"]],
    },
  },
  {
    name: "verification-of-array",
    clause: "§6.1",
    mistake: "A body that isn't an object is accepted.",
    edits: {
      verification: [['return "the body isn\'t an object"', "return undefined"]],
    },
  },
  {
    name: "verification-without-answer",
    clause: "§6.1",
    mistake: "No answer counts as success.",
    edits: {
      verification: [
        [
          "return `no answer: ${answer.error}`",
          'return answer.error === "network" ? undefined : answer.error',
        ],
      ],
    },
  },
  {
    name: "verification-time-out-passes",
    clause: "§6.1",
    mistake: "A time-out counts as success.",
    edits: {
      verification: [
        [
          "return `no answer: ${answer.error}`",
          'return answer.error === "timeout" ? undefined : answer.error',
        ],
      ],
    },
  },
  {
    name: "verification-redirect-followed",
    clause: "§6.1",
    mistake: "Redirects of verifications are followed.",
    edits: {
      post: [
        [
          'call.on("response", (response) => {',
          'call.on("response", (response) => {\n      const { location } = response.headers;\n      if (location) return resolve(post(location, headers, body, { timeoutMs, maxBytes }));',
        ],
      ],
    },
  },
  {
    name: "verification-cut-answer",
    clause: "§6.1",
    mistake: "An answer that ends early is used.",
    edits: {
      post: [
        [
          'response.on("aborted", () => end({ error: "network" }));',
          'response.on("aborted", () => end({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }));',
        ],
      ],
    },
  },
  {
    name: "proof-logged",
    clause: "§6.1",
    mistake: "The proof is logged.",
    edits: {
      verification: [
        [
          "      return { verified: true, proof };",
          '      journal.write("proof", { proof });\n      return { verified: true, proof };',
        ],
      ],
    },
  },
  {
    name: "challenge-logged",
    clause: "§6.1",
    mistake: "The challenge is logged if it isn't returned.",
    edits: {
      verification: [
        ["verified: problem === undefined });", "problem });"],
        ['"the challenge isn\'t the one that was sent"', "`the challenge isn't ${challenge}`"],
      ],
    },
  },
  {
    name: "proof-forever",
    clause: "§3.5",
    mistake: "The proof never expires.",
    edits: {
      verification: [
        ["if (known.until < clock.now()) return false;", "if (known.until === 0) return false;"],
      ],
    },
  },
  {
    name: "proof-for-an-hour",
    clause: "§3.5",
    mistake: "The proof is valid for an hour.",
    edits: {
      verification: [["const proofMs = 5 *", "const proofMs = 60 *"]],
    },
  },
  {
    name: "proof-for-four-minutes",
    clause: "§3.5",
    mistake: "The proof is valid for four minutes.",
    edits: {
      verification: [["const proofMs = 5 *", "const proofMs = 4 *"]],
    },
  },
  {
    name: "proof-of-any-application",
    clause: "§3.5",
    mistake: "The proof isn't bound to the application.",
    edits: {
      verification: [
        [
          "if (known.application !== application.id) return false;",
          "if (application === undefined) return false;",
        ],
      ],
    },
  },
  {
    name: "proof-of-any-url",
    clause: "§3.5",
    mistake: "The proof isn't bound to the URL.",
    edits: {
      verification: [["return known.url === url;", "return url !== undefined;"]],
    },
  },
  {
    name: "proof-of-host",
    clause: "§3.5",
    mistake: "The proof is bound to the host only.",
    edits: {
      verification: [["return known.url === url;", "return new URL(known.url).host === new URL(url).host;"]],
    },
  },
  {
    name: "proof-without-query",
    clause: "§3.5",
    mistake: "The proof ignores the query.",
    edits: {
      verification: [["return known.url === url;", 'return known.url.split("?")[0] === url.split("?")[0];']],
    },
  },
  {
    name: "proof-of-prefix",
    clause: "§3.5",
    mistake: "The proof is compared with the beginning of the URL.",
    edits: {
      verification: [["return known.url === url;", "return known.url.startsWith(url);"]],
    },
  },
];
