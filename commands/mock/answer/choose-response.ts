import type { Place } from "../../../reader/documents/place.js";
import type { MockOperation } from "../contract/operations.js";
import type { Refusal } from "../problem.js";

/** A response of the contract, and the status with which it is sent. */
export interface ChosenResponse {
  readonly status: number;
  /** `200`, `2XX` or `default`. */
  readonly declared: string;
  readonly place: Place;
}

/** The declared response for a status: the status itself, its class, or `default`. */
export function responseFor({ responses }: MockOperation, status: number): ChosenResponse | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, "DEFAULT"];
  for (const name of names) {
    const found = responses.find(([each]) => each === name);
    if (found !== undefined) return { status, declared: name.replace("DEFAULT", "default"), place: found[1] };
  }
  return undefined;
}

/**
 * The response to a request that follows the contract: that of the wanted status; else the lowest success, a redirect,
 * `default` as 200, or whatever is declared.
 */
export function chooseResponse(operation: MockOperation, code: number | undefined): ChosenResponse | Refusal {
  const names = operation.responses.map(([status]) => status);
  if (code !== undefined) {
    const detail = `the operation declares no response ${code}${names.length > 0 ? `; it has ${names.join(", ").toLowerCase()}` : ""}`;
    return responseFor(operation, code) ?? { status: 404, code: "response-unknown", detail };
  }
  const ranked = [...names].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  const [best] = ranked;
  const status = best === undefined ? 200 : statusOf(best);
  const chosen = best === undefined ? undefined : operation.responses.find(([each]) => each === best);
  if (chosen === undefined)
    return { status: 500, code: "response-missing", detail: "the operation declares no response" };
  return { status, declared: chosen[0].replace("DEFAULT", "default"), place: chosen[1] };
}

function rankOf(name: string): number {
  const order = [/^2\d\d$/, /^2XX$/, /^3\d\d$/, /^3XX$/, /^DEFAULT$/, /^[45]/];
  const at = order.findIndex((pattern) => pattern.test(name));
  return at === -1 ? order.length : at;
}

function statusOf(name: string): number {
  return name === "DEFAULT" ? 200 : Number(name.replace("XX", "00"));
}
