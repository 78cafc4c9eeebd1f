import type { Mutant } from "../../mutants/mutant.js";

export const bodyMutants: readonly Mutant[] = [
  {
    name: "signature-upper-case",
    clause: "§6.2",
    mistake: "The digits are in upper case.",
    edits: {
      "signed-request": [
        [
          'const signature = `sha256=${hmac.digest("hex")}`;',
          'const signature = `sha256=${hmac.digest("hex").toUpperCase()}`;',
        ],
      ],
    },
  },
  {
    name: "signature-base64",
    clause: "§6.2",
    mistake: "The signature is in Base64.",
    edits: {
      "signed-request": [
        [
          'const signature = `sha256=${hmac.digest("hex")}`;',
          'const signature = `sha256=${hmac.digest("base64")}`;',
        ],
      ],
    },
  },
  {
    name: "length-in-characters",
    clause: "§6.2",
    mistake: "Content-Length counts characters.",
    edits: {
      "signed-request": [['"content-length": body.length', '"content-length": body.toString("utf8").length']],
    },
  },
  {
    name: "chunked",
    clause: "§6.2",
    mistake: "The body is sent in chunks without a length.",
    edits: {
      "signed-request": [['    "content-length": body.length,\n', '    "transfer-encoding": "chunked",\n']],
    },
  },
  {
    name: "content-type-text",
    clause: "§6.2",
    mistake: "The content type is text/plain.",
    edits: {
      "signed-request": [['"content-type": "application/json"', '"content-type": "text/plain"']],
    },
  },
  {
    name: "test-header-on-all",
    clause: "§6.2",
    mistake: "Every delivery has the test header.",
    edits: {
      "signed-request": [['if (delivery.kind === "test") headers', "headers"]],
    },
  },
  {
    name: "test-header-missing",
    clause: "§6.2",
    mistake: "Tests lack their header.",
    edits: {
      "signed-request": [['  if (delivery.kind === "test") headers["x-svc-test-delivery"] = "true";\n', ""]],
    },
  },
  {
    name: "test-header-one",
    clause: "§6.2",
    mistake: "The test header is 1.",
    edits: {
      "signed-request": [['headers["x-svc-test-delivery"] = "true"', 'headers["x-svc-test-delivery"] = "1"']],
    },
  },
  {
    name: "token-missing",
    clause: "§6.2",
    mistake: "The token is missing.",
    edits: {
      "signed-request": [["  return `${text.slice(0, -1)},${member}}`;", "  return member && text;"]],
    },
  },
  {
    name: "token-of-other-name",
    clause: "§6.2",
    mistake: "The token has another name.",
    edits: {
      "signed-request": [['`"verification_token":', '`"verificationToken":']],
    },
  },
  {
    name: "token-missing-encrypted",
    clause: "§6.2",
    mistake: "The encrypted content lacks the token.",
    edits: {
      "signed-request": [
        [
          'Buffer.from(withToken(text, token), "utf8")',
          'Buffer.from(encryptKey === null ? withToken(text, token) : text, "utf8")',
        ],
      ],
    },
  },
  {
    name: "token-outside",
    clause: "§6.2",
    mistake: "The token is next to the ciphertext, too.",
    edits: {
      "signed-request": [
        [
          'JSON.stringify({ encrypt: sealed.toString("base64") })',
          'JSON.stringify({ encrypt: sealed.toString("base64"), verification_token: token })',
        ],
      ],
    },
  },
  {
    name: "encrypted-with-iv-beside",
    clause: "§6.2",
    mistake: "The body names the algorithm next to the ciphertext.",
    edits: {
      "signed-request": [
        [
          'JSON.stringify({ encrypt: sealed.toString("base64") })',
          'JSON.stringify({ encrypt: sealed.toString("base64"), algorithm: "aes-256-cbc" })',
        ],
      ],
    },
  },
  {
    name: "encrypted-url-alphabet",
    clause: "§6.2",
    mistake: "The ciphertext is in the URL alphabet.",
    edits: {
      "signed-request": [
        [
          'JSON.stringify({ encrypt: sealed.toString("base64") })',
          'JSON.stringify({ encrypt: sealed.toString("base64url") })',
        ],
      ],
    },
  },
  {
    name: "encrypted-hex",
    clause: "§6.2",
    mistake: "The ciphertext is in hexadecimal.",
    edits: {
      "signed-request": [
        [
          'JSON.stringify({ encrypt: sealed.toString("base64") })',
          'JSON.stringify({ encrypt: sealed.toString("hex") })',
        ],
      ],
    },
  },
  {
    name: "encrypted-as-data",
    clause: "§6.2",
    mistake: "The ciphertext has another name.",
    edits: {
      "signed-request": [
        [
          'JSON.stringify({ encrypt: sealed.toString("base64") })',
          'JSON.stringify({ data: sealed.toString("base64") })',
        ],
      ],
    },
  },
  {
    name: "iv-constant",
    clause: "§6.2",
    mistake: "The initialization vector is constant.",
    edits: {
      "signed-request": [["const iv = randomBytes(16);", "const iv = Buffer.alloc(16);"]],
    },
  },
  {
    name: "iv-missing",
    clause: "§6.2",
    mistake: "The initialization vector isn't sent.",
    edits: {
      "signed-request": [["Buffer.concat([iv, cipher", "Buffer.concat([cipher"]],
    },
  },
  {
    name: "iv-last",
    clause: "§6.2",
    mistake: "The initialization vector follows the ciphertext.",
    edits: {
      "signed-request": [
        [
          "Buffer.concat([iv, cipher.update(plaintext), cipher.final()])",
          "Buffer.concat([cipher.update(plaintext), cipher.final(), iv])",
        ],
      ],
    },
  },
  {
    name: "cipher-ctr",
    clause: "§6.2",
    mistake: "The cipher is AES-256-CTR.",
    edits: {
      "signed-request": [['createCipheriv("aes-256-cbc"', 'createCipheriv("aes-256-ctr"']],
    },
  },
  {
    name: "key-padded",
    clause: "§6.2",
    mistake: "The Encrypt Key is padded instead of hashed.",
    edits: {
      "signed-request": [
        ['createHash("sha256").update(encryptKey, "utf8").digest()', "Buffer.alloc(32, encryptKey)"],
      ],
    },
  },
  {
    name: "plaintext-latin-1",
    clause: "§6.2",
    mistake: "The event is written in Latin-1.",
    edits: {
      "signed-request": [
        ['Buffer.from(withToken(text, token), "utf8")', 'Buffer.from(withToken(text, token), "latin1")'],
      ],
    },
  },
  {
    name: "never-encrypted",
    clause: "§6.2",
    mistake: "Encryption is ignored.",
    edits: {
      "signed-request": [
        ["if (encryptKey === null) return plaintext;", "if (encryptKey !== undefined) return plaintext;"],
      ],
    },
  },
  {
    name: "token-in-header",
    clause: "§6.9",
    mistake: "The token is sent in a header, too.",
    edits: {
      "signed-request": [
        [
          '"content-type": "application/json"',
          '"x-token": application.token,\n    "content-type": "application/json"',
        ],
      ],
    },
  },
  {
    name: "secret-in-header",
    clause: "§6.9",
    mistake: "The secret is sent in a header.",
    edits: {
      "signed-request": [
        [
          '"content-type": "application/json"',
          '"x-key": application.secret,\n    "content-type": "application/json"',
        ],
      ],
    },
  },
];
