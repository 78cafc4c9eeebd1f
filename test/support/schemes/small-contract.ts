import type { RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Subject, Suite, Vectors } from "../../../commands/conform/index.js";
import { createProbe } from "../../../runtime/probe/index.js";
import {
  createReceiver as createAnyReceiver,
  createMemoryInbox,
  createMemoryNonces,
  derivePublicKey,
  type EventDeclaration,
  type EventValidator,
  exampleSecret,
  type JsonObject,
  type Protocol,
  type Receiver,
  signsAddress,
  toNodeListener,
} from "../../../runtime/webhook/index.js";
import { startServer } from "../commands/conform/subject.js";
import {
  contractFolder,
  generateFrom,
  temporaryFolder,
  writeTree,
} from "../generator/emit/contract-folder.js";

/** What is generated from a contract of one event, one callback and a protocol. */
export interface SmallSdk {
  readonly suite: Suite;
  readonly vectors: Vectors;
  readonly fixtures: {
    readonly secret: string;
    readonly publicKey?: string;
    readonly url?: string;
    readonly deliveries: readonly Fixture[];
  };
  readonly createReceiver: (options: Record<string, unknown>) => Receiver;
  readonly events: readonly EventDeclaration[];
  readonly validate: EventValidator<JsonObject>;
}

interface Fixture {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const text = { type: "string", minLength: 1 };

/** A contract of the event `note.made`, with the callback `note.asked`, for a protocol. */
export function smallContract(protocol: object): object {
  const message = (name: string): object => ({
    name,
    title: name,
    payload: {
      type: "object",
      required: ["id", "type", "text"],
      properties: {
        id: text,
        type: { const: name },
        text,
        scope: { type: "object", properties: { app: text } },
      },
    },
    examples: [{ name: "plain", payload: { id: "note_1", type: name, text: "hello" } }],
  });
  return {
    asyncapi: "3.0.0",
    info: { title: "Notes", version: "1" },
    defaultContentType: "application/json",
    channels: {
      events: {
        address: null,
        messages: {
          made: { $ref: "#/components/messages/made" },
          asked: { $ref: "#/components/messages/asked" },
        },
      },
    },
    components: { messages: { made: message("note.made"), asked: message("note.asked") } },
    "x-webhook-protocol": protocol,
  };
}

/** Generates that contract, and imports its receiver. */
export async function smallSdk(protocol: object): Promise<SmallSdk> {
  return generateSdk(await contractFolder({ "events.asyncapi.yaml": smallContract(protocol) }));
}

/** Generates a contract, and imports its receiver. */
export async function generateSdk(contract: string): Promise<SmallSdk> {
  const files = await generateFrom([contract], {
    only: ["types", "protocol", "validators", "fixtures", "conformance"],
  });
  const folder = await temporaryFolder();
  await writeTree(folder, Object.fromEntries(files));
  const json = (path: string): unknown => JSON.parse(files.get(path) ?? "{}");
  const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);
  const { createReceiver, events } = (await load("events/receiver.ts")) as Pick<
    SmallSdk,
    "createReceiver" | "events"
  >;
  const { validateEvent } = (await load("validators/events.ts")) as {
    validateEvent: SmallSdk["validate"];
  };
  return {
    suite: json("conformance/events.json") as Suite,
    vectors: json("conformance/events.vectors.json") as Vectors,
    fixtures: json("fixtures/events.json") as SmallSdk["fixtures"],
    createReceiver,
    events,
    validate: validateEvent,
  };
}

export interface Credentials {
  /** As the platform has them: shared secrets, or private keys. */
  readonly secrets: readonly string[];
  readonly verificationToken: string;
  readonly encryptKey?: string | undefined;
}

/** A running receiver with a probe. */
export interface SmallSubject extends Subject {
  readonly close: () => Promise<void>;
}

/** The address that the platform is told. */
export const publicUrl = "https://hooks.example/notes";

/** How a receiver differs from the generated one. */
export interface Differences {
  /** Of its options. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Another protocol than the suite's. */
  readonly protocol?: Protocol;
  /** What answers in its place. */
  readonly wrap?: (inner: Pick<Receiver, "answer">) => Pick<Receiver, "answer">;
  /** A probe of its own. */
  readonly probe?: RequestListener;
  /** Whether a restart loses its stores. */
  readonly forgets?: boolean;
}

/** Serves the generated receiver with the credentials and stores that its protocol has. */
export async function startSmall(
  { suite, createReceiver, events, validate }: SmallSdk,
  { secrets, verificationToken, encryptKey }: Credentials,
  differences: Differences = {},
): Promise<SmallSubject> {
  const { protocol = suite.protocol, wrap = (inner) => inner } = differences;
  const application = { id: "any", environment: "any" };
  const probe = createProbe({
    enabled: true,
    application: application.id,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
    restart: async () => {
      await receiver.close({ timeoutMs: 0 });
      if (differences.forgets === true)
        probe.use({ inbox: createMemoryInbox(), nonces: createMemoryNonces() });
      receiver = open();
    },
  });
  const isShared = protocol.signature.algorithm.startsWith("hmac-");
  const open = (): Receiver => {
    const make = differences.protocol === undefined ? createReceiver : createAnyReceiver<JsonObject>;
    const opened = make({
      protocol,
      events,
      validate,
      ...(isShared
        ? { secrets }
        : { publicKeys: secrets.map((secret) => derivePublicKey(protocol, secret)) }),
      ...(protocol.token === undefined ? {} : { verificationToken }),
      ...(encryptKey === undefined ? {} : { encryptKey }),
      ...(signsAddress(protocol.signature) ? { url: publicUrl } : {}),
      ...(protocol.nonce === undefined ? {} : { nonces: probe.nonces }),
      application,
      inbox: probe.inbox,
      fallback: () => {},
      ...(protocol.callbacks === undefined ? {} : { onCallback: () => ({ done: true }) }),
      logger: false,
      onFault: () => {},
      ...differences.options,
    });
    probe.observe(opened);
    return opened;
  };
  let receiver = open();
  const servers = await Promise.all([
    startServer(toNodeListener(wrap({ answer: (request) => receiver.answer(request) }))),
    startServer(differences.probe ?? probe.listener),
  ]);
  const [subject, probing] = servers;
  return {
    url: `${subject.url}/hook`,
    publicUrl,
    probeUrl: probing.url,
    application,
    callbacks: protocol.callbacks !== undefined,
    secrets,
    verificationToken,
    encryptKey,
    close: async () => {
      await Promise.all(servers.map(({ close }) => close()));
      await receiver.close();
    },
  };
}

/** Secrets in a protocol's form. */
export function exampleSecrets(protocol: Protocol, ...texts: readonly string[]): readonly string[] {
  return texts.map((each) => exampleSecret(protocol, each));
}
