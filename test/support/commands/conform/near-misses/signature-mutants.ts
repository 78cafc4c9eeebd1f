// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { DerivedMutant } from "./derived-mutant.js";

const right = "if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return false;\n";
const near = ["*/near/signature-*", "6.3.3/*"];
const mac = (content: string, key = "secret"): string =>
  `createHmac("sha256", ${key}).update(Buffer.concat([${content}].map((each) => Buffer.from(each))))`;

/** Contents that a receiver signs besides the right one, or in its place where the right one contains them. */
const contents: Readonly<Record<string, string>> = {
  "without-timestamp": 'nonce, "\\n", body',
  "without-nonce": 'stamp, "\\n", body',
  "without-body": 'stamp, "\\n", nonce',
  "without-body-but-separator": 'stamp, "\\n", nonce, "\\n"',
  "blank-timestamp": '"\\n", nonce, "\\n", body',
  "blank-nonce": 'stamp, "\\n\\n", body',
  "body-alone": "body",
  "timestamp-alone": "stamp",
  "nonce-first": 'nonce, "\\n", stamp, "\\n", body',
  "body-first": 'body, "\\n", stamp, "\\n", nonce',
  "body-before-nonce": 'stamp, "\\n", body, "\\n", nonce',
  "body-nonce-timestamp": 'body, "\\n", nonce, "\\n", stamp',
  joined: "stamp, nonce, body",
  dots: 'stamp, ".", nonce, ".", body',
  crlf: 'stamp, "\\r\\n", nonce, "\\r\\n", body',
  spaces: 'stamp, " ", nonce, " ", body',
  "two-line-feeds": 'stamp, "\\n\\n", nonce, "\\n\\n", body',
  "final-separator": 'stamp, "\\n", nonce, "\\n", body, "\\n"',
  "first-separator": '"\\n", stamp, "\\n", nonce, "\\n", body',
  "trimmed-body": 'stamp, "\\n", nonce, "\\n", body.toString().trim()',
  "parsed-body": 'stamp, "\\n", nonce, "\\n", JSON.stringify(JSON.parse(body))',
  "lenient-body": 'stamp, "\\n", nonce, "\\n", body.toString("utf8").replace(/\\r\\n/g, "\\n")',
  "sorted-body":
    'stamp, "\\n", nonce, "\\n", JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).map(([k, v]) => [k, v && typeof v === "object" ? Object.fromEntries(Object.entries(v).sort()) : v]).sort()))',
  "tokenless-body":
    'stamp, "\\n", nonce, "\\n", JSON.stringify({ ...JSON.parse(body), verification_token: undefined })',
};

/** Other keys, and other ways to write the digest. */
const texts: Readonly<Record<string, string>> = {
  "upper-case": 'signature.toLowerCase() === `sha256=${digest("hex")}`',
  "optional-prefix": 'signature.replace(/^sha256=/, "") === digest("hex")',
  "any-prefix": 'signature.split("=").at(-1) === digest("hex")',
  "any-name": 'signature.slice(7) === digest("hex")',
  "prefix-or-colon": 'signature.replace(":", "=") === `sha256=${digest("hex")}`',
  "prefix-insensitive":
    '/^sha-?256=/i.test(signature) && signature.replace(/^sha-?256=/i, "") === digest("hex")',
  base64: 'signature === `sha256=${digest("base64")}`',
  base64url: 'signature === `sha256=${digest("base64url")}`',
  "bytes-from-hex": 'Buffer.from(signature.slice(7), "hex").equals(digest())',
  "bytes-of-shorter":
    'digest().subarray(0, Buffer.from(signature.slice(7), "hex").length).equals(Buffer.from(signature.slice(7), "hex"))',
  "first-half": 'signature.slice(0, 39) === `sha256=${digest("hex")}`.slice(0, 39)',
  "second-half": 'signature.startsWith("sha256=") && signature.slice(39) === digest("hex").slice(32)',
  "first-block": 'signature.slice(0, 15) === `sha256=${digest("hex")}`.slice(0, 15)',
  "as-number": 'Number(`0x${signature.slice(7)}`) === Number(`0x${digest("hex")}`)',
  "any-entry": 'signature.split(/[,; ]+/).includes(`sha256=${digest("hex")}`)',
  "ends-with": 'signature.endsWith(`sha256=${digest("hex")}`)',
  "parameters-cut": 'signature.split(";")[0] === `sha256=${digest("hex")}`',
  "hex-prefix-of": '`sha256=${digest("hex")}`.startsWith(signature)',
  "algorithm-from-header":
    '((name) => ["sha1", "sha256", "sha512"].includes(name) && signature === `${name}=${createHmac(name, secret).update(`${stamp}\\n${nonce}\\n`).update(body).digest("hex")}`)(signature.split("=")[0])',
};

const caught = (expression: string): string =>
  `(() => { try { return ${expression} } catch { return false } })()`;

/** Every careless signature; all accept the right one, too. */
export const signatureMutants: readonly DerivedMutant[] = [
  ...Object.entries(contents).map(([name, content]) => ({
    name: `signed-${name}`,
    near,
    edits: {
      signature: [
        [
          "return secrets.some((secret) => {\n",
          `return secrets.some((secret) => {\n    if (${caught(`signature === \`sha256=\${${mac(content)}.digest("hex")}\``)}) return true;\n`,
        ] as const,
      ],
    },
  })),
  ...Object.entries(texts).map(([name, expression]) => ({
    name: `signature-text-${name}`,
    near,
    edits: {
      signature: [
        [right, ""] as const,
        [
          "return secrets.some((secret) => {\n",
          `return secrets.some((secret) => {\n    const digest = (encoding) => createHmac("sha256", secret).update(\`\${stamp}\\n\${nonce}\\n\`, "latin1").update(body).digest(encoding);\n    if (${caught(expression)}) return true;\n    if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return false;\n`,
        ] as const,
      ],
    },
  })),
  ...["settings.verificationToken", "settings.application", '""'].map((key, at) => ({
    name: `signature-key-${["token", "application", "empty"][at]}`,
    near,
    edits: {
      webhook: [
        [
          "isSigned(request, body, settings.secrets)",
          `isSigned(request, body, [...settings.secrets, ${key}])`,
        ] as const,
      ],
    },
  })),
  {
    name: "signature-key-encrypt-key",
    near,
    encrypted: true,
    edits: {
      webhook: [
        [
          "isSigned(request, body, settings.secrets)",
          "isSigned(request, body, [...settings.secrets, settings.encryptKey])",
        ],
      ],
    },
  },
  {
    name: "signature-of-plaintext",
    near,
    encrypted: true,
    edits: {
      webhook: [
        [
          "if (!isSigned(request, body, settings.secrets))",
          'const inner = openBody(body, settings.encryptKey);\n    if (!isSigned(request, body, settings.secrets) && !isSigned(request, Buffer.from(JSON.stringify(inner ?? "")), settings.secrets))',
        ],
      ],
    },
  },
];
