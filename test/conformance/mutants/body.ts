// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are pieces of source text.
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
  tokenMutant("token-unchecked", "false", "The signature is thought to be enough."),
  tokenMutant(
    "token-unchecked-in-plaintext",
    `settings.encryptKey && ${differs}`,
    "The token is thought to belong to encryption.",
  ),
  {
    ...tokenMutant(
      "token-unchecked-when-encrypted",
      `!settings.encryptKey && ${differs}`,
      "What decrypts is thought to be authentic.",
    ),
    encrypted: true,
  },
  tokenMutant(
    "token-prefix",
    "!settings.verificationToken.startsWith(token)",
    "The shorter length decides how much is compared.",
  ),
  tokenMutant(
    "token-coerced",
    differs,
    "An array of one text is equal to the text where types are converted.",
  ),
  tokenMutant(
    "token-optional",
    `token !== undefined && ${differs}`,
    "The token is only compared where there is one.",
  ),
  tokenMutant("token-truthy", `token !== true && ${differs}`, "A flag is taken for the token."),
  {
    name: "token-422",
    clause: "§6.3(4)",
    mistake: "A wrong token is taken for invalid content.",
    edits: { webhook: [['{ status: 401, outcome: "token" }', '{ status: 422, outcome: "token" }']] },
  },
  {
    name: "token-stored",
    clause: "§6.3(6)",
    mistake: "The body is stored as it came.",
    edits: {
      webhook: [[unpack, "const { verification_token: token } = opened;\n    const event = opened;"]],
    },
  },
  {
    name: "token-logged",
    clause: "§6.3",
    mistake: "An invalid event is logged whole, with its token, to find out what is wrong.",
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
    mistake: "An outage is logged together with the configuration.",
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
    mistake: "A body whose signature is wrong is logged whole, with its token.",
    edits: {
      webhook: [
        [
          '{ status: 401, outcome: "signature" }',
          "{ status: 401, outcome: `signature: ${body} ${settings.secrets}` }",
        ],
      ],
    },
  },
  reading(
    "utf-8-lenient",
    [["fatal: true", "fatal: false"]],
    "The usual decoder replaces bytes that aren't UTF-8.",
  ),
  reading(
    "byte-order-mark-dropped",
    [["ignoreBOM: true", "ignoreBOM: false"]],
    "The usual decoder drops a byte order mark.",
  ),
  reading(
    "json-lenient",
    [["JSON.parse(text)", 'JSON.parse(text.replace(/,\\s*}/g, "}").replaceAll("\'", \'"\'))']],
    "A lenient parser, made for configuration files, reads the body.",
  ),
  reading(
    "json-first-value",
    [["JSON.parse(text)", 'JSON.parse(text.includes("}{") ? `${text.split("}{")[0]}}` : text)']],
    "The parser reads one value and doesn't look at what follows.",
  ),
  {
    name: "null-crashes",
    clause: "§6.3(4)",
    mistake: "`null` is an object to `typeof`, and reading a field of it throws.",
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
    mistake: "The error of the parser isn't caught, and the framework answers.",
    edits: {
      webhook: [['{ status: 422, outcome: "unreadable" }', '{ status: 500, outcome: "unreadable" }']],
    },
  },
  {
    name: "unreadable-204",
    clause: "§6.3(4)",
    mistake: "What can't be read is dropped quietly, to stop the sender from trying again.",
    edits: {
      webhook: [['{ status: 422, outcome: "unreadable" }', '{ status: 204, outcome: "unreadable" }']],
    },
  },
  sealed(
    "plaintext-fallback",
    "§6.2",
    [[outer, `if (outer.encrypt === undefined) return outer;\n  ${outer}`]],
    "A body that isn't encrypted is taken as it is, to make switching over smooth.",
  ),
  sealed(
    "fallback-after-failure",
    "§6.2",
    [["return plain && readObject(plain);", "return (plain && readObject(plain)) ?? outer;"]],
    "When decryption fails, the body is read as plaintext.",
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
    "Fields beside the ciphertext are ignored, like those that are added to events.",
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
    "The decrypted fields are merged over the outer ones, so a token from outside counts.",
  ),
  {
    name: "ciphertext-type-unchecked",
    clause: "§6.3(4)",
    mistake: "Decoding what isn't a text throws, and nobody catches it.",
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
    mistake:
      "The error of the cipher is answered in its own way, which tells a forger when the padding is right.",
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
    "The key's text is used as the key.",
  ),
  sealed(
    "vector-zero",
    "§6.2",
    [["key, sealed.subarray(0, 16)", "key, Buffer.alloc(16)"]],
    "The initialization vector is taken for a constant.",
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
    "The padding is cut off by hand, without a look at it.",
  ),
  sealed(
    "base64-lenient",
    "§6.2",
    [['if (sealed.toString("base64") !== text || sealed.length < 32)', "if (sealed.length < 32)"]],
    "Node.js decodes the URL alphabet, white space and more without a word.",
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
    "Decryption goes on as long as there is something to decrypt.",
  ),
];
