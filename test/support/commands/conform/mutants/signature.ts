// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Mutant } from "./mutant.js";

const check = "isSigned(request, body, settings.secrets)";
const format = "if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return false;";
const compare = 'return sameText(signature, `sha256=${input.digest("hex")}`);';
const input = 'update(`${stamp}\\n${nonce}\\n`, "latin1").update(body)';

const bytes = (name: string, bodyExpression: string, mistake: string): Mutant => ({
  name,
  clause: "§6.2",
  mistake,
  edits: { webhook: [[check, `isSigned(request, ${bodyExpression}, settings.secrets)`]] },
});

const signing = (name: string, edits: Mutant["edits"][string], mistake: string): Mutant => ({
  name,
  clause: "§6.2",
  mistake,
  edits: { signature: edits },
});

export const signatureMutants: readonly Mutant[] = [
  bytes(
    "body-reprinted",
    "(() => { try { return JSON.stringify(JSON.parse(body)); } catch { return body; } })()",
    "JSON middleware has parsed the body, so it is serialized again to check the signature.",
  ),
  bytes(
    "body-trimmed",
    "body.toString().trim()",
    "Leading and trailing white space is considered insignificant.",
  ),
  bytes(
    "body-mark-dropped",
    "new TextDecoder().decode(body)",
    "The body is decoded to text first, and the decoder removes a byte order mark.",
  ),
  bytes(
    "body-line-ends",
    'body.toString().replaceAll("\\r\\n", "\\n")',
    "A template or a shell on the way has changed the body's line endings.",
  ),
  bytes("body-as-latin1", 'body.toString("latin1")', "The framework reads bodies as Latin-1 by default."),
  signing(
    "parts-swapped",
    [["${stamp}\\n${nonce}", "${nonce}\\n${stamp}"]],
    "The signed parts are joined in the wrong order.",
  ),
  signing(
    "parts-joined-by-dot",
    [["${stamp}\\n${nonce}\\n", "${stamp}.${nonce}."]],
    "Other platforms join the parts with dots.",
  ),
  signing("body-alone-signed", [[`.${input}`, ".update(body)"]], "Other platforms sign only the body."),
  signing(
    "body-alone-also-accepted",
    [
      [
        compare,
        `const alone = createHmac("sha256", secret).update(body).digest("hex");
    return sameText(signature, \`sha256=\${input.digest("hex")}\`) || sameText(signature, \`sha256=\${alone}\`);`,
      ],
    ],
    "An older scheme is still accepted after a migration.",
  ),
  signing(
    "digest-as-base64",
    [['input.digest("hex")', 'input.digest("base64")']],
    "Other platforms encode signatures in Base64.",
  ),
  signing(
    "case-ignored",
    [
      [format, "if (!/^sha256=[0-9a-f]{64}$/i.test(signature)) return false;"],
      ["sameText(signature,", "sameText(signature.toLowerCase(),"],
    ],
    "Hexadecimal digits are compared case-insensitively.",
  ),
  signing(
    "prefix-optional",
    [
      [format, ""],
      ["sameText(signature,", 'sameText(`sha256=${signature.replace("sha256=", "")}`,'],
    ],
    "The prefix is removed if present, but isn't required.",
  ),
  signing(
    "any-algorithm-name",
    [
      [format, ""],
      ["sameText(signature,", 'sameText(`sha256=${signature.split("=")[1]}`,'],
    ],
    "The algorithm before the equals sign is ignored.",
  ),
  signing(
    "tag-truncated",
    [
      [format, ""],
      [compare, 'return `sha256=${input.digest("hex")}`.startsWith(signature);'],
    ],
    "Only as many characters are compared as the shorter text has.",
  ),
  signing(
    "tag-begins",
    [
      [format, ""],
      [compare, 'return signature.startsWith(`sha256=${input.digest("hex")}`);'],
    ],
    "Only as many characters are compared as the expected value has.",
  ),
  signing(
    "signature-searched",
    [
      [format, ""],
      [compare, 'return signature.includes(`sha256=${input.digest("hex")}`);'],
    ],
    "The header is read as a list of signatures, as on other platforms.",
  ),
  {
    name: "signature-unchecked",
    clause: "§6.3(3)",
    mistake: "The check was postponed, or disabled for a test.",
    edits: { webhook: [[`!${check}`, "false"]] },
  },
  {
    name: "signature-checked-for-presence",
    clause: "§6.3(3)",
    mistake: "The signature must be present, but isn't verified.",
    edits: { signature: [[compare, "return true;"]] },
  },
  {
    name: "signature-of-empty-secret",
    clause: "§6.3(3)",
    mistake: "The variable of a second secret isn't set and is read as an empty string.",
    edits: {
      settings: [["env.WEBHOOK_PREVIOUS_SECRET].filter(Boolean)", 'env.WEBHOOK_PREVIOUS_SECRET, ""]']],
    },
  },
  {
    name: "signature-skipped-for-tests",
    clause: "§6.3",
    mistake: "A delivery with the id of a test is accepted without verification, to make testing easier.",
    edits: { webhook: [[`!${check}`, `!request.eventId.startsWith("evt_webhook_test_") && !${check}`]] },
  },
  {
    name: "signature-skipped-when-encrypted",
    clause: "§6.3(3)",
    mistake: "Whatever can be decrypted is considered authentic.",
    encrypted: true,
    edits: { webhook: [[`!${check}`, "!settings.encryptKey"]] },
  },
  {
    name: "signature-first",
    clause: "§6.3(2)",
    mistake:
      "The signature is verified before the nonce is reserved, which saves storage but isn't the document's order.",
    edits: {
      webhook: [
        [
          "    try {\n      const reserved",
          `    if (!${check}) return { status: 401, outcome: "signature" };\n    try {\n      const reserved`,
        ],
      ],
    },
  },
  {
    name: "signature-403",
    clause: "§6.3(3)",
    mistake: "A wrong signature is answered with 403 (Forbidden).",
    edits: {
      webhook: [
        ['return { status: 401, outcome: "signature" }', 'return { status: 403, outcome: "signature" }'],
      ],
    },
  },
  {
    name: "previous-secret-refused",
    clause: "§6.9",
    mistake: "Only one secret is configured, so deliveries fail while it is rotated.",
    edits: { settings: [["[env.WEBHOOK_SECRET, env.WEBHOOK_PREVIOUS_SECRET]", "[env.WEBHOOK_SECRET]"]] },
  },
  {
    name: "rotation-lets-anything-through",
    clause: "§6.9",
    mistake: "While two secrets are configured, a failure is attributed to the rotation and accepted.",
    edits: { webhook: [[`!${check}`, `!${check} && settings.secrets.length < 2`]] },
  },
  {
    name: "tag-of-other-length-throws",
    clause: "§6.2",
    mistake: "`timingSafeEqual` throws for inputs of different lengths, and the error isn't caught.",
    edits: {
      signature: [
        [format, ""],
        [
          "timingSafeEqual(digest(given), digest(wanted))",
          "timingSafeEqual(Buffer.from(given), Buffer.from(wanted))",
        ],
      ],
      http: [
        [
          "await webhook({ method, header, body })",
          "await webhook({ method, header, body }).catch(() => ({ status: 500 }))",
        ],
      ],
    },
  },
  {
    name: "previous-secret-alone",
    clause: "§6.9",
    mistake: "The new secret was saved, but the process still uses the old one.",
    edits: {
      settings: [["[env.WEBHOOK_SECRET, env.WEBHOOK_PREVIOUS_SECRET]", "[env.WEBHOOK_PREVIOUS_SECRET]"]],
    },
  },
];
