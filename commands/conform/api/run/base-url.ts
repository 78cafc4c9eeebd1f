import { SubjectUnreachable } from "../../errors.js";
import { NoAnswer, sendReliably } from "../../exchange/send.js";
import { apiContract } from "../contract/api-contract.js";
import type { ApiRunOptions } from "./api-run-options.js";

/** Operations that are asked for the base path. */
const mostProbes = 5;

/**
 * The base URL of the API: the address as given, or, if that has no path, with the base path of the contract's server, if the paths of the contract
 * are found only there. Throws `SubjectUnreachable` if the server doesn't answer.
 */
export async function chosenBase({ contracts, url, send, limits }: ApiRunOptions): Promise<string> {
  const base = url.replace(/(?<!\/)\/+$/, "");
  const reliably = sendReliably(send);
  const status = async (path: string): Promise<number> => {
    const request = {
      url: base + path,
      method: "GET",
      headers: [],
      body: new Uint8Array(),
      timeoutMs: limits.timeoutMs,
    };
    try {
      return (await reliably(request)).status;
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      if (cause.kind === "refused" || cause.kind === "exhausted") throw new SubjectUnreachable(base, cause);
      return 0;
    }
  };
  await status("/");
  if (new URL(base).pathname !== "/") return base;
  const operations = apiContract(contracts).operations.filter(
    ({ method, path }) => method === "GET" && !path.includes("{"),
  );
  for (const { path, declared } of operations.slice(0, mostProbes))
    for (const prefix of declared.bases) {
      if (prefix === "" || prefix.includes("{")) continue;
      if ((await status(path)) === 404 && (await status(prefix + path)) !== 404) return base + prefix;
    }
  return base;
}
