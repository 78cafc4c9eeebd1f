import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";
import { type Protocol, signsAddress } from "@oipkit/runtime/webhook";
import { createRenderer, type TemplateView } from "../../../generator/render/template.js";
import { type Code, code, empty } from "../../../reader/text/code/code.js";
import { packageSpecifier } from "../../../reader/text/code/identifier.js";
import { literal, propertyKey } from "../../../reader/text/code/literal.js";
import { markdownCode } from "../../../reader/text/code/markdown.js";
import type { ProjectChoices } from "../options.js";
import { readTemplates, templateFiles } from "../templates.js";
import type { ProjectFile } from "../write-project.js";
import type { SdkFacts } from "./sdk-facts.js";

/** What determines the files. */
interface Project {
  readonly choices: ProjectChoices;
  readonly facts: SdkFacts;
  /** For development. */
  readonly credentials: NewCredentials;
}

/** Where templates go whose names differ from the files' names: npm leaves some names out of packages. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  gitignore: [".gitignore"],
  env: [".env.example", ".env"],
  "workflow.yml": [".github/workflows/receiver.yml"],
};

/** The files of a project, except for its `package.json`. */
export async function projectFiles({ choices, facts, credentials }: Project): Promise<ProjectFile[]> {
  const templates = await readTemplates(templateFolders(choices));
  const shared = makeView(choices, facts);
  return templateFiles(templates, {
    renamed,
    render: createRenderer(templates),
    view: (path) => ({ ...shared, ...environmentView(path, credentials) }),
  });
}

/** The values of `.env`, and those of `.env.example` without secrets. */
function environmentView(path: string, { secret, publicKey = "", token }: NewCredentials): TemplateView {
  const isReal = path === ".env";
  const hidden = (text: string): Code => (isReal ? literal(text) : empty);
  return {
    secret: hidden(secret),
    publicKey: hidden(publicKey),
    tokenText: hidden(token),
    publicUrl: isReal || path.endsWith(".yml") ? code`http://127.0.0.1:8080/webhook` : empty,
    probe: isReal ? code`on` : code`off`,
  };
}

/** The folders with the templates of the choices. */
function templateFolders({ framework, store, identity }: ProjectChoices): string[] {
  const folders = [
    "common",
    ...(framework === "next" ? ["next"] : ["servers", `frameworks/${framework}`]),
    `stores/${store}`,
  ];
  if (identity !== "none") folders.push(`identities/${identity}`);
  return folders.map((name) => `receiver/${name}`);
}

function makeView({ framework, store, identity }: ProjectChoices, facts: SdkFacts): TemplateView {
  return {
    sdk: packageSpecifier(facts.name),
    events: packageSpecifier(facts.events),
    api: packageSpecifier(facts.api ?? "none"),
    eventKey: propertyKey(facts.event),
    fields: facts.fields.map((path) => ({ access: access(path) })),
    application: literal(facts.application),
    environment: literal(facts.environment),
    ...protocolView(facts.protocol),
    ownSuite: facts.suite !== undefined,
    suite: packageSpecifier(facts.suite ?? facts.name),
    server: framework === "next" ? code`./server.ts` : code`../src/server.ts`,
    // Nothing is next to the stores and the probe otherwise.
    hasEnv:
      facts.protocol.event.binding !== undefined ||
      signsUrl(facts.protocol) ||
      store !== "memory" ||
      framework !== "next",
    sendCommand: markdownCode(`npm run send -- ${facts.event}`),
    memory: store === "memory",
    sqlite: store === "sqlite",
    postgres: store.startsWith("postgres"),
    redis: store === "postgres-redis",
    // `next start` runs in production, where the probe is off.
    probed: framework !== "next",
    services: store.startsWith("postgres"),
    client: identity !== "none",
    confidential: identity === "application",
    public: identity === "user",
  };
}

/** What depends on the platform's webhook protocol. */
function protocolView(protocol: SdkFacts["protocol"]): TemplateView {
  const shared = isShared(protocol);
  const isBound = protocol.event.binding !== undefined;
  const required: string[] = [];
  if (isBound) required.push("APPLICATION_ID", "ENVIRONMENT");
  required.push(shared ? "WEBHOOK_SECRET" : "WEBHOOK_PUBLIC_KEY");
  if (protocol.token !== undefined) required.push("WEBHOOK_VERIFICATION_TOKEN");
  if (signsUrl(protocol)) required.push("PUBLIC_URL");
  return {
    bound: isBound,
    probeApplication: isBound ? code`config.application.id` : code`"default"`,
    shared,
    keyPair: !shared,
    secretCommand: secretCommand(protocol),
    token: protocol.token !== undefined,
    nonce: protocol.nonce !== undefined,
    encryption: protocol.encryption !== undefined,
    signsUrl: signsUrl(protocol),
    required: code`${required.map((name) => literal(name))}`,
  };
}

function signsUrl({ signature }: SdkFacts["protocol"]): boolean {
  return signsAddress(signature);
}

/** A command that makes a secret, without its prefix, which may be left out, or a private key. */
function secretCommand({ signature: { algorithm, key } }: SdkFacts["protocol"]): Code {
  if (algorithm === "ed25519") return code`openssl genpkey -algorithm ed25519`;
  if (algorithm === "ecdsa-p256-sha256")
    return code`openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`;
  if (algorithm.startsWith("rsa-")) return code`openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`;
  switch (key?.encoding) {
    case "base64":
      return code`$(openssl rand -base64 32)`;
    case "base64url":
      return code`$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=')`;
    default:
      return code`$(openssl rand -hex 32)`;
  }
}

/** `.data.name`, of names that are identifiers. */
function access(path: readonly string[]): Code {
  return path.reduce((before, name) => code`${before}.${propertyKey(name)}`, empty);
}

/** Credentials of a new project, for development. */
interface NewCredentials {
  /** In the protocol's form: a shared secret, or a private key in PEM. */
  readonly secret: string;
  /** In PEM; absent for a shared secret. */
  readonly publicKey: string | undefined;
  readonly token: string;
}

/** Makes the credentials that a protocol uses. `random` returns that many random bytes. */
export function newCredentials(
  { signature }: Pick<Protocol, "signature">,
  random: (size: number) => Buffer,
): NewCredentials {
  const token = random(32).toString("base64url");
  if (!isShared({ signature })) return { ...keyPair(signature), token };
  const { prefix = "", encoding } = signature.key ?? { encoding: "utf8" };
  return {
    secret: prefix + random(32).toString(encoding === "utf8" ? "base64url" : encoding),
    publicKey: undefined,
    token,
  };
}

/** Whether both sides have the same secret. */
function isShared({ signature }: Pick<Protocol, "signature">): boolean {
  return signature.algorithm.startsWith("hmac-");
}

function generateKeys(algorithm: string): KeyPairKeyObjectResult {
  if (algorithm === "ed25519") return generateKeyPairSync("ed25519");
  if (algorithm === "ecdsa-p256-sha256") return generateKeyPairSync("ec", { namedCurve: "P-256" });
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

function keyPair({ algorithm }: Protocol["signature"]): Pick<NewCredentials, "secret" | "publicKey"> {
  const { privateKey, publicKey } = generateKeys(algorithm);
  return {
    secret: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
  };
}
