import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import type { IncomingMessage, RequestListener } from "node:http";
import { resolve } from "node:path";
import type { ControlClient, Schemas } from "@oipkit/sandbox/client";
import { packageVersion } from "../../reader/package-version.js";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { credentialVariables } from "../options/credentials.js";
import { UsageError } from "../options/option.js";
import { serveLocally } from "../options/ports.js";
import { replaceFile } from "../report/file-output.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { writePrivately } from "./control.js";
import type { StressSettings } from "./options.js";

type Report = Schemas["StressReport"];

/** What a file needs to repeat a run, and to tell whether that was the same. */
interface Recorded {
  readonly oipkit: string;
  readonly run: Schemas["StressRun"];
  readonly deeds_digest: string;
}

/** Stresses a receiver. 1 if something was found. Throws `UsageError` and `ControlError`. */
export async function stressReceiver(
  client: ControlClient,
  settings: StressSettings,
  terminal: Terminal,
): Promise<ExitCode> {
  const { count, profile, record, replay, format } = settings;
  const version = await packageVersion();
  const former = replay === undefined ? undefined : await readRecorded(resolve(terminal.cwd, replay));
  const given = {
    seed: settings.seed ?? `${terminal.now()}`,
    profile,
    count,
    secrets: settings.secrets !== undefined,
  };
  // A file that was written before secrets could change.
  const planned = former === undefined ? given : { secrets: false, ...former.run };
  const report = await ask(client, { ...settings, run: planned }, terminal);
  const { run } = report;
  if (record !== undefined) {
    const recorded: Recorded = { oipkit: version, run, deeds_digest: report.deeds_digest };
    await replaceFile(record, terminal.cwd, `${json(recorded, 2)}\n`);
  }
  if (former !== undefined && former.deeds_digest !== report.deeds_digest)
    terminal.err(
      `${printable(
        `it wasn't the same run: that was of oipkit ${former.oipkit}, this is ${version}; begin both with a new store, the same --at and --data`,
      )}\n`,
    );
  terminal.out(format === "json" ? `${json(report, 2)}\n` : reportText(report));
  if (findings(report) === 0) return 0;
  return 1;
}

/** Asks for the run; also takes the secrets if there is a file for them. */
async function ask(
  client: ControlClient,
  { run, probe, secrets, application }: StressSettings & { readonly run: Schemas["StressRun"] },
  { cwd }: Terminal,
): Promise<Report> {
  const body = { run, probe_url: probe, ...(application !== undefined && { application_id: application }) };
  if (secrets === undefined) {
    if (secretProfiles.includes(run.profile) || run.secrets)
      throw new UsageError(
        "this run changes secrets: name the file that the receiver reads them from, with --secrets FILE",
      );
    return client.call("stress", { body });
  }
  const recipient = await receiveSecrets(resolve(cwd, secrets));
  try {
    return await client.call("stress", { body: { ...body, secrets_url: recipient.url } });
  } finally {
    await recipient.close();
  }
}

const secretProfiles: readonly string[] = ["rotations", "encryption"];

function findings({ problems, differences, undelivered }: Report): number {
  return problems.length + differences.length + undelivered;
}

/** Findings that are printed. */
const mostPrinted = 20;

function reportText(report: Report): string {
  const { run, events, deeds, acts, problems, differences, undelivered } = report;
  const found = [...problems, ...differences.map(({ message }) => message)];
  const left = found.length - mostPrinted;
  const lines = [
    `seed ${run.seed}, profile ${run.profile}: ${events} events by ${deeds} deeds`,
    Object.entries(acts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", "),
  ];
  if (run.profile === "all" && run.secrets !== true)
    lines.push("no secret was rotated, and encryption wasn't switched: --secrets FILE lets that happen");
  lines.push(...found.slice(0, mostPrinted).map((line) => `- ${line}`));
  if (left > 0) lines.push(`- and ${left} more; --format json lists them`);
  if (undelivered > 0) lines.push(`- ${undelivered} deliveries still wait`);
  if (findings(report) === 0) lines.push("the receiver knows what happened, and nothing else");
  return `${lines.map((line) => printable(line)).join("\n")}\n`;
}

async function readRecorded(path: string): Promise<Recorded> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} can't be read (${cause.code ?? "error"})`, { cause });
  });
  try {
    const { oipkit, run, deeds_digest } = JSON.parse(text) as Partial<Recorded>;
    // The control checks the run itself.
    if (typeof oipkit === "string" && typeof run === "object" && typeof deeds_digest === "string")
      return { oipkit, run, deeds_digest };
  } catch {
    // Said below.
  }
  throw new UsageError(`${path} isn't a file that --record wrote`);
}

/** Takes secrets from a sandbox and keeps them in a file. */
interface SecretsRecipient {
  /** Where the sandbox hands them over; who doesn't know it can't. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Members of what is handed over, and their variables. */
const variables: Readonly<Record<string, string>> = {
  secret: credentialVariables.secret,
  previous_secret: credentialVariables.previousSecret,
  verification_token: credentialVariables.verificationToken,
  encrypt_key: credentialVariables.encryptKey,
};

/** Bytes that are taken, and that the file may have. */
const longestBody = 16 * 1024;
const longestFile = 1024 * 1024;

/** Begins to take them, on this machine alone. Rejects with `PortUnavailable`, and with `UsageError` if the file can't be used. */
export async function receiveSecrets(path: string): Promise<SecretsRecipient> {
  await readLines(path);
  const own = Buffer.from(`/${randomBytes(32).toString("base64url")}`);
  let last: Promise<unknown> = Promise.resolve();
  const take = async (request: IncomingMessage): Promise<number> => {
    const asked = Buffer.from(request.url ?? "");
    if (asked.length !== own.length || !timingSafeEqual(asked, own)) return 404;
    if (request.method !== "PUT") return 405;
    const given = secretsIn(await readBody(request));
    if (given === undefined) return 400;
    const writing = last.then(() => write(path, given));
    last = writing.catch(() => {});
    await writing;
    return 204;
  };
  const listener: RequestListener = (request, response) => {
    response.setHeader("connection", "close");
    take(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  };
  const { url, close } = await serveLocally({ flag: "secrets", port: 0, host: "127.0.0.1", listener });
  return { url: `${url}${own}`, close };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > longestBody) return "";
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** By variable. `undefined` for what isn't an object of known members that fit on a line, or lacks the secret. */
function secretsIn(text: string): Readonly<Record<string, string>> | undefined {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== "object" || given === null) return undefined;
    const found: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (variable === undefined || typeof value !== "string" || !/^[\w.~+/=-]+$/.test(value))
        return undefined;
      found[variable] = value;
    }
    if (found[credentialVariables.secret] === undefined) return undefined;
    return found;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step; lines with other names stay. */
async function write(path: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.values(variables);
  const others = (await readLines(path)).filter((line) => {
    const [, name = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line) ?? [];
    return !names.includes(name);
  });
  const lines = [...others, ...Object.entries(secrets).map(([name, value]) => `${name}=${value}`)];
  const next = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writePrivately(next, `${lines.join("\n")}\n`);
    await rename(next, path);
  } finally {
    await rm(next, { force: true });
  }
}

async function readLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return "";
    throw new UsageError(`--secrets ${path} can't be used (${cause.code ?? "error"})`, { cause });
  });
  if (text.length > longestFile)
    throw new UsageError(`--secrets ${path} has more than ${longestFile} characters`);
  return text.split(/\r?\n/).filter((line) => line !== "");
}
