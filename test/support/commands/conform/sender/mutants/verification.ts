import type { Mutant } from "../../mutants/mutant.js";

export const verificationMutants: readonly Mutant[] = [
  {
    name: "verification-header-missing",
    clause: "§6.1",
    mistake: "The verification lacks its header.",
    edits: {
      verification: [['    "x-svc-webhook-verification": "url_verification",\n', ""]],
    },
  },
  {
    name: "verification-header-true",
    clause: "§6.1",
    mistake: "The verification's header has another value.",
    edits: {
      verification: [
        ['"x-svc-webhook-verification": "url_verification"', '"x-svc-webhook-verification": "true"'],
      ],
    },
  },
  {
    name: "verification-type-missing",
    clause: "§6.1",
    mistake: "The verification lacks its type.",
    edits: {
      verification: [['{ type: "url_verification", challenge, token }', "{ challenge, token }"]],
    },
  },
  {
    name: "verification-token-missing",
    clause: "§6.1",
    mistake: "The verification lacks its token.",
    edits: {
      verification: [
        ['{ type: "url_verification", challenge, token }', '{ type: "url_verification", challenge }'],
      ],
    },
  },
  {
    name: "verification-challenge-constant",
    clause: "§6.1",
    mistake: "The challenge is constant.",
    edits: {
      verification: [
        ['const challenge = randomBytes(24).toString("hex");', 'const challenge = "0123456789abcdef0123";'],
      ],
    },
  },
  {
    name: "verification-token-constant",
    clause: "§6.1",
    mistake: "The verification's token is constant.",
    edits: {
      verification: [
        ['const token = randomBytes(24).toString("hex");', 'const token = "0123456789abcdef0123";'],
      ],
    },
  },
  {
    name: "verification-token-of-deliveries",
    clause: "§6.1",
    mistake: "The verification has the token of deliveries.",
    edits: {
      verification: [
        ["await problemOf(url)", "await problemOf(url, application.token)"],
        ["async function problemOf(url)", "async function problemOf(url, token)"],
        ['  const token = randomBytes(24).toString("hex");\n', ""],
      ],
    },
  },
  {
    name: "verification-signed",
    clause: "§6.1",
    mistake: "The verification is signed.",
    edits: {
      verification: [
        [
          '"content-type": "application/json",',
          '"content-type": "application/json",\n    "x-svc-signature": "sha256=00",',
        ],
      ],
    },
  },
  {
    name: "verification-as-form",
    clause: "§6.1",
    mistake: "The verification isn't declared as JSON.",
    edits: {
      verification: [
        ['"content-type": "application/json",', '"content-type": "application/x-www-form-urlencoded",'],
      ],
    },
  },
  {
    name: "verification-patient",
    clause: "§6.1",
    mistake: "An answer after one second is accepted.",
    edits: {
      verification: [["timeoutMs: 1000", "timeoutMs: 5000"]],
    },
  },
  {
    name: "verification-hasty",
    clause: "§6.1",
    mistake: "An answer within one second is refused.",
    edits: {
      verification: [["timeoutMs: 1000", "timeoutMs: 300"]],
    },
  },
  {
    name: "verification-any-status",
    clause: "§6.1",
    mistake: "The status isn't checked.",
    edits: {
      verification: [["answer.status < 200 || answer.status > 299", "answer.status < 200"]],
    },
  },
  {
    name: "verification-3xx",
    clause: "§6.1",
    mistake: "Redirects count as success.",
    edits: {
      verification: [["answer.status > 299", "answer.status > 399"]],
    },
  },
  {
    name: "verification-4xx",
    clause: "§6.1",
    mistake: "4xx counts as success.",
    edits: {
      verification: [["answer.status > 299", "answer.status > 499"]],
    },
  },
  {
    name: "verification-only-200",
    clause: "§6.1",
    mistake: "Only 200 verifies.",
    edits: {
      verification: [["answer.status < 200 || answer.status > 299", "answer.status !== 200"]],
    },
  },
  {
    name: "verification-any-type",
    clause: "§6.1",
    mistake: "The content type isn't checked.",
    edits: {
      verification: [['if (type.trim().toLowerCase() !== "application/json")', "if (type === undefined)"]],
    },
  },
  {
    name: "verification-type-contains",
    clause: "§6.1",
    mistake: "The content type must only contain a text.",
    edits: {
      verification: [
        ['type.trim().toLowerCase() !== "application/json"', '!type.includes("application/json")'],
      ],
    },
  },
  {
    name: "verification-type-optional",
    clause: "§6.1",
    mistake: "The content type may be missing.",
    edits: {
      verification: [['headers["content-type"] ?? ""', 'headers["content-type"] ?? "application/json"']],
    },
  },
  {
    name: "verification-type-with-parameter",
    clause: "§6.1",
    mistake: "A parameter of the content type is refused.",
    edits: {
      verification: [
        ['(answer.headers["content-type"] ?? "").split(";")', '[answer.headers["content-type"] ?? ""]'],
      ],
    },
  },
  {
    name: "verification-large",
    clause: "§6.1",
    mistake: "A body of any size is accepted.",
    edits: {
      verification: [["maxBytes: 65536", "maxBytes: 1_000_000"]],
    },
  },
  {
    name: "verification-small",
    clause: "§6.1",
    mistake: "A body of 64 KiB is refused.",
    edits: {
      verification: [["maxBytes: 65536", "maxBytes: 60_000"]],
    },
  },
];
