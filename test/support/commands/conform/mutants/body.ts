// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Edit, Mutant } from "./mutant.js";

const token = 'typeof token !== "string" || !sameText(token, settings.verificationToken)';
const outer = 'if (Object.keys(outer).length !== 1 || typeof outer.encrypt !== "string") return undefined;';
const opening = "const opened = openBody(body, settings.encryptKey);";
const unpack = "const { verification_token: token, ...event } = opened;";

const tokenMutant = (name: string, test: string, mistake: string): Mutant => ({
  name,
  clause: "§6.3(4)",
  mistake,
  edits: { webhook: [[token, test]] },
});

const reading = (name: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause: "§6.3(4)",
  mistake,
  edits: { body: edits },
});

const sealed = (name: string, clause: string, edits: readonly Edit[], mistake: string): Mutant => ({
  name,
  clause,
  mistake,
  encrypted: true,
  edits: { body: edits },
});

const differs = "!sameText(String(token), settings.verificationToken)";

export const bodyMutants: readonly Mutant[] = [
  tokenMutant("token-unchecked", "false", "The signature is considered sufficient."),
  tokenMutant(
    "token-unchecked-in-plaintext",
    `settings.encryptKey && ${differs}`,
    "The token is considered part of encryption.",
  ),
  {
    ...tokenMutant(
      "token-unchecked-when-encrypted",
      `!settings.encryptKey && ${differs}`,
      "Whatever can be decrypted is considered authentic.",
    ),
    encrypted: true,
  },
  tokenMutant(
    "token-prefix",
    "!settings.verificationToken.startsWith(token)",
    "Only as many characters are compared as the shorter text has.",
  ),
  tokenMutant(
    "token-coerced",
    differs,
    "A loose comparison considers an array with one string equal to the string.",
  ),
  tokenMutant(
    "token-optional",
    `token !== undefined && ${differs}`,
    "The token is only compared if there is one.",
  ),
  tokenMutant("token-truthy", `token !== true && ${differs}`, "A boolean is accepted in place of the token."),
  {
    name: "token-422",
    clause: "§6.3(4)",
    mistake: "A wrong token is treated as invalid content.",
    edits: { webhook: [['{ status: 401, outcome: "token" }', '{ status: 422, outcome: "token" }']] },
  },
  {
    name: "token-stored",
    clause: "§6.3(6)",
    mistake: "The body is stored as received, including the token.",
    edits: {
      webhook: [[unpack, "const { verification_token: token } = opened;\n    const event = opened;"]],
    },
  },
  {
    name: "token-logged",
    clause: "§6.3",
    mistake: "An invalid event is logged in full, including its token, for debugging.",
    edits: {
      webhook: [
        [
          'if (found.kind !== "valid") return { status: 422, outcome: "invalid" };',
          'if (found.kind !== "valid") return { status: 422, outcome: `invalid: ${JSON.stringify(event)} ${settings.verificationToken}` };',
        ],
      ],
    },
  },
  {
    name: "settings-logged",
    clause: "§6.3",
    mistake: "An outage is logged together with the configuration, including the secrets.",
    edits: {
      webhook: [
        [
          '{ status: 503, outcome: "inbox-down" }',
          "{ status: 503, outcome: `inbox down: ${JSON.stringify(settings)}` }",
        ],
      ],
    },
  },
  {
    name: "forgery-logged",
    clause: "§6.3",
    mistake: "A body with a wrong signature is logged in full, including its token.",
    edits: {
      webhook: [
        [
          '{ status: 401, outcome: "signature" }',
          "{ status: 401, outcome: `signature: ${body} ${settings.secrets}` }",
        ],
      ],
    },
  },
  reading("utf-8-lenient", [["fatal: true", "fatal: false"]], "The default decoder replaces invalid UTF-8."),
  reading(
    "byte-order-mark-dropped",
    [["ignoreBOM: true", "ignoreBOM: false"]],
    "The default decoder removes a byte order mark.",
  ),
  reading(
    "json-lenient",
    [["JSON.parse(text)", 'JSON.parse(text.replace(/,\\s*}/g, "}").replaceAll("\'", \'"\'))']],
    "The body is read by a lenient parser for configuration files.",
  ),
  reading(
    "json-first-value",
    [["JSON.parse(text)", 'JSON.parse(text.includes("}{") ? `${text.split("}{")[0]}}` : text)']],
    "The parser reads one value and ignores what follows.",
  ),
  {
    name: "null-crashes",
    clause: "§6.3(4)",
    mistake: "`typeof null` is `object`, and reading a field of `null` throws.",
    edits: {
      body: [
        ['typeof value === "object" && value !== null && !Array.isArray(value)', 'typeof value === "object"'],
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
    name: "unreadable-500",
    clause: "§6.3(4)",
    mistake: "The parser's error isn't caught, and the framework answers.",
    edits: {
      webhook: [['{ status: 422, outcome: "unreadable" }', '{ status: 500, outcome: "unreadable" }']],
    },
  },
  {
    name: "unreadable-204",
    clause: "§6.3(4)",
    mistake: "An unreadable body is silently dropped, to stop the sender's retries.",
    edits: {
      webhook: [['{ status: 422, outcome: "unreadable" }', '{ status: 204, outcome: "unreadable" }']],
    },
  },
  sealed(
    "plaintext-fallback",
    "§6.2",
    [[outer, `if (outer.encrypt === undefined) return outer;\n  ${outer}`]],
    "Plaintext is still accepted, to ease the migration to encryption.",
  ),
  sealed(
    "fallback-after-failure",
    "§6.2",
    [["return plain && readObject(plain);", "return (plain && readObject(plain)) ?? outer;"]],
    "If decryption fails, the body is read as plaintext.",
  ),
  {
    name: "encryption-ignored",
    clause: "§6.2",
    mistake: "Encryption was switched on in the Console before the receiver could decrypt.",
    encrypted: true,
    edits: { settings: [["env.WEBHOOK_ENCRYPT_KEY || undefined", "undefined"]] },
  },
  sealed(
    "outer-fields-ignored",
    "§6.3(4)",
    [["Object.keys(outer).length !== 1 || ", ""]],
    "Fields next to the ciphertext are ignored, like unknown fields of events.",
  ),
  sealed(
    "outer-merged",
    "§6.3(4)",
    [
      ["Object.keys(outer).length !== 1 || ", ""],
      [
        "return plain && readObject(plain);",
        "const inner = plain && readObject(plain);\n  return inner && { ...outer, encrypt: undefined, ...inner };",
      ],
    ],
    "The decrypted fields are merged into the outer ones, so an outer token is accepted.",
  ),
  {
    name: "ciphertext-type-unchecked",
    clause: "§6.3(4)",
    mistake: "Decoding a value that isn't a string throws, and the error isn't caught.",
    encrypted: true,
    edits: {
      body: [[' || typeof outer.encrypt !== "string"', ""]],
      http: [
        [
          "await webhook({ method, header, body })",
          "await webhook({ method, header, body }).catch(() => ({ status: 500 }))",
        ],
      ],
    },
  },
  {
    name: "padding-oracle",
    clause: "§6.3(4)",
    mistake: "The cipher's error has its own answer, which reveals to a forger when the padding is valid.",
    encrypted: true,
    edits: {
      body: [
        [
          "decipher.final()]);\n  } catch {\n    return undefined;",
          'decipher.final()]);\n  } catch {\n    throw new Error("bad decrypt");',
        ],
      ],
      webhook: [
        [
          opening,
          `let opened;\n    try {\n      ${opening.replace("const ", "")}\n    } catch {\n      return { status: 400 };\n    }`,
        ],
      ],
    },
  },
  sealed(
    "key-unhashed",
    "§6.2",
    [['createHash("sha256").update(encryptKey, "utf8").digest()', "Buffer.alloc(32, encryptKey)"]],
    "The text of the Encrypt Key is used as the AES key, without hashing it.",
  ),
  sealed(
    "vector-zero",
    "§6.2",
    [["key, sealed.subarray(0, 16)", "key, Buffer.alloc(16)"]],
    "The initialization vector is assumed to be constant.",
  ),
  sealed(
    "padding-cut-off",
    "§6.2",
    [
      [
        "    return Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);",
        '    decipher.setAutoPadding(false);\n    const plain = Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]);\n    return plain.subarray(0, plain.lastIndexOf("}") + 1);',
      ],
    ],
    "The padding is removed by hand without checking it.",
  ),
  sealed(
    "base64-lenient",
    "§6.2",
    [['if (sealed.toString("base64") !== text || sealed.length < 32)', "if (sealed.length < 32)"]],
    "Node.js silently accepts the URL alphabet, white space and more in Base64.",
  ),
  sealed(
    "decrypted-twice",
    "§6.2",
    [
      [
        "return plain && readObject(plain);",
        "const inner = plain && readObject(plain);\n  return inner?.encrypt ? openBody(plain, encryptKey) : inner;",
      ],
    ],
    "The body is decrypted repeatedly, as long as the result is encrypted.",
  ),
];
