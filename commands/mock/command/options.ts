import { readCommandLine } from "../../options/command-line.js";
import { credentialVariables } from "../../options/credentials.js";
import { choice, flag, parsed, text, texts, UsageError, wholeNumber } from "../../options/option.js";
import { readWebAddress } from "../../options/web-address.js";

const proxy = "Proxy";
const reading = "Reading";

/** Command-line declaration of `oipkit mock`. */
export const mockCommand = {
  usage: ["mock CONTRACT... [options]"],
  about:
    "Serves the operations of OpenAPI documents: it checks each request with the validators of the contract and answers from the contract's examples, or with values made from its schemas. With `--proxy`, it forwards to a real server instead, and reports what that does differently. On SIGINT or SIGTERM, it finishes the requests that have begun if that takes no longer than a second, then exits.",
  options: {
    port: wholeNumber({
      value: "PORT",
      min: 0,
      max: 65_535,
      description: "port to listen on; 0 picks a free one",
      default: "4010",
    }),
    host: text({ value: "HOST", description: "address to listen on", default: "127.0.0.1" }),
    dynamic: flag({
      description: "vary the values of answers from request to request, instead of using examples",
    }),
    seed: text({
      value: "TEXT",
      description: "what dynamic values depend on, in addition to the request",
      default: "1",
    }),
    strict: flag({ description: "also report unknown fields and query parameters" }),
    webhooks: parsed(
      { value: "URL", description: "send each webhook of the contracts there, once, after the start" },
      (given, name) => readWebAddress(name, given, "http://127.0.0.1:8080/hooks"),
    ),
    "callback-host": texts({
      value: "HOST",
      description: "a host besides this machine that callbacks may go to",
    }),
    encrypted: flag({
      description: "encrypt signed webhooks and callbacks with `WEBHOOK_ENCRYPT_KEY`",
      details: "Without this option, plaintext is sent even if the key is set.",
    }),
    watch: flag({ description: "read the contracts again whenever they change" }),
    "no-cors": flag({ description: "no headers that let pages of other origins read answers" }),
    format: choice(
      {
        value: "FORMAT",
        description: "findings as text (`pretty`) or as lines of JSON (`json`)",
        default: "pretty",
      },
      ["pretty", "json"],
    ),
    proxy: parsed(
      {
        value: "URL",
        description: "forward to this server, and report what it does differently",
        group: proxy,
      },
      (given, name) => {
        const url = readWebAddress(name, given, "http://127.0.0.1:8080/v1");
        if (!/[?#]/.test(url)) return url;
        throw new UsageError(`${name} must be a URL such as http://127.0.0.1:8080/v1, without a query`);
      },
    ),
    errors: flag({
      description: "refuse what breaks the contract, instead of only reporting it",
      details:
        "Items of a stream and bodies larger than `--max-body` are only reported, since they pass before they are judged.",
      group: proxy,
    }),
    timeout: wholeNumber({
      value: "MS",
      max: 3_600_000,
      description: "how long the server may take to begin its answer, in milliseconds",
      default: "30000",
      group: proxy,
    }),
    "idle-timeout": wholeNumber({
      value: "MS",
      min: 0,
      max: 86_400_000,
      description:
        "how long an answer that has begun, and isn't a stream, may pause, in milliseconds; 0 for any time",
      default: "300000",
      group: proxy,
    }),
    "max-body": wholeNumber({
      value: "BYTES",
      max: 1_073_741_824,
      description: "largest body of a request; of a proxy, the most of a body that is judged",
      default: "8388608",
    }),
    overlay: texts({ value: "FILE", description: "an OpenAPI Overlay to apply", group: reading }),
    "allow-refs-to": texts({
      value: "DIR",
      description: "a folder outside of the contracts that `$ref` and links may lead to",
      group: reading,
    }),
    "max-file": wholeNumber({
      value: "BYTES",
      description: "largest contract",
      default: "67108864",
      group: reading,
    }),
  },
  environment: [
    {
      name: credentialVariables.secret,
      description:
        "the secret, or the private key in PEM, to sign webhooks and callbacks with, if a protocol wants it",
    },
    {
      name: credentialVariables.verificationToken,
      description: "the verification token of what is signed, if the protocol has one",
    },
    { name: credentialVariables.encryptKey, description: "the Encrypt Key; needs `--encrypted`" },
  ],
  exitCodes:
    "0 stopped by a signal, 1 the contracts are broken or the real server didn't follow them, 2 couldn't run.",
};

/** Settings of a run, from the command line. */
export interface MockSettings {
  readonly contracts: readonly string[];
  readonly overlays: readonly string[];
  readonly allowRefsTo: readonly string[];
  /** Of a contract, in bytes. */
  readonly maxFile: number;
  readonly port: number;
  readonly host: string;
  readonly dynamic: boolean;
  readonly seed: string;
  readonly strict: boolean;
  /** Where webhooks are sent; absent: nowhere. */
  readonly webhooks: string | undefined;
  readonly callbackHosts: readonly string[];
  /** Whether what is signed is also encrypted. */
  readonly encrypted: boolean;
  readonly watch: boolean;
  readonly cors: boolean;
  readonly format: "pretty" | "json";
  /** Absent: answers are made. */
  readonly proxy:
    | { readonly url: string; readonly errors: boolean; readonly timeoutMs: number; readonly idleMs: number }
    | undefined;
  /** In bytes. */
  readonly maxBody: number;
}

/** Reads the command line. Throws `UsageError` for invalid and conflicting options. */
export function readSettings(args: readonly string[]): MockSettings {
  const { values, positionals, given } = readCommandLine(mockCommand, args);
  if (positionals.length === 0)
    throw new UsageError("no contract: pass an OpenAPI document or a folder of them");
  const { proxy: url } = values;
  const without = ["errors", "timeout", "idle-timeout"].find((name) =>
    given.some((each) => each.name === name),
  );
  if (url === undefined && without !== undefined) throw new UsageError(`--${without} needs --proxy URL`);
  if (url !== undefined && values.dynamic)
    throw new UsageError("use either --dynamic or --proxy, not both: a proxy makes no answers");
  const sending = ["webhooks", "callback-host", "encrypted"].find((name) =>
    given.some((each) => each.name === name),
  );
  if (url !== undefined && sending !== undefined)
    throw new UsageError(`use either --${sending} or --proxy, not both: the real server sends its own`);
  return {
    contracts: positionals,
    overlays: values.overlay ?? [],
    allowRefsTo: values["allow-refs-to"] ?? [],
    maxFile: values["max-file"],
    port: values.port,
    host: values.host,
    dynamic: values.dynamic,
    seed: values.seed,
    strict: values.strict,
    webhooks: values.webhooks,
    callbackHosts: values["callback-host"] ?? [],
    encrypted: values.encrypted,
    watch: values.watch,
    // What a real server allows is its own decision.
    cors: !values["no-cors"] && url === undefined,
    format: values.format,
    proxy:
      url === undefined
        ? undefined
        : { url, errors: values.errors, timeoutMs: values.timeout, idleMs: values["idle-timeout"] },
    maxBody: values["max-body"],
  };
}
