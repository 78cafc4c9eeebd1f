import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import type { IncomingMessage, RequestListener } from "node:http";
import { credentialVariables } from "../options/credentials.js";
import { serveLocally } from "../options/ports.js";
import { UsageError } from "../options/usage.js";
import { writePrivately } from "./control-file.js";

/** Takes secrets from a sandbox and keeps them in a file. */
export interface SecretsRecipient {
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
  await linesOf(path);
  const own = Buffer.from(`/${randomBytes(32).toString("base64url")}`);
  let last: Promise<unknown> = Promise.resolve();
  const take = async (request: IncomingMessage): Promise<number> => {
    const asked = Buffer.from(request.url ?? "");
    if (asked.length !== own.length || !timingSafeEqual(asked, own)) return 404;
    if (request.method !== "PUT") return 405;
    const given = secretsIn(await bodyOf(request));
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

async function bodyOf(request: IncomingMessage): Promise<string> {
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
    return found[credentialVariables.secret] === undefined ? undefined : found;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step; lines with other names stay. */
async function write(path: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.values(variables);
  const others = (await linesOf(path)).filter((line) => {
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

async function linesOf(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return "";
    throw new UsageError(`--secrets ${path} can't be used (${cause.code ?? "error"})`, { cause });
  });
  if (text.length > longestFile)
    throw new UsageError(`--secrets ${path} has more than ${longestFile} characters`);
  return text.split(/\r?\n/).filter((line) => line !== "");
}
