import { posix } from "node:path";
import { isContractsFile, isHidden } from "../../../reader/documents/input.js";
import { UnusableInput } from "../../diff/inputs/unusable-input.js";
import { digest } from "../lock.js";
import type { ContractSource } from "./contract-source.js";
import type { TakenContract, TakingContext } from "./taken-contract.js";

/** How long a server may take for the whole document, in milliseconds. */
const longestMs = 60_000;

/** Takes one document. What it refers to isn't taken. */
export async function takeFromUrl(
  { url }: Extract<ContractSource, { kind: "url" }>,
  { fetch, signal, maxFile }: TakingContext,
): Promise<TakenContract> {
  const fail = (reason: string, cause?: unknown): never => {
    throw new UnusableInput(`${url}: ${reason}`, { cause });
  };
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    headers: { accept: "application/yaml, application/json;q=0.9, */*;q=0.5" },
  }).catch((cause: unknown) => fail(`can't be reached (${reasonIn(cause)})`, cause));
  if (!response.ok) {
    // Frees the connection of a body that may have no end.
    await response.body?.cancel();
    fail(`answered ${response.status}`);
  }
  if (url.startsWith("https:") && !response.url.startsWith("https:"))
    fail("leads to an address without https");
  const bytes = await readBounded(response, maxFile).catch((cause: unknown) =>
    fail(`broke off (${reasonIn(cause)})`, cause),
  );
  if (bytes === undefined) return fail(`is larger than ${maxFile} bytes; raise maxFile in the configuration`);
  return { resolved: digest(bytes), files: new Map([[documentName(url, bytes), bytes]]) };
}

async function readBounded({ body }: Response, most: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The last part of the URL, if a contract may be called so. */
function documentName(url: string, bytes: Buffer): string {
  const name = posix.basename(new URL(url).pathname);
  if (/^[\w.-]+$/.test(name) && isContractsFile(name) && !isHidden(name)) return name;
  const isJson = /^\s*[{[]/.test(bytes.subarray(0, 1_000).toString("utf8"));
  return isJson ? "contract.json" : "contract.yaml";
}

function reasonIn(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: unknown } };
  if (typeof cause?.code === "string") return cause.code;
  return name === "TimeoutError" ? `more than ${longestMs / 1000} s` : message;
}
