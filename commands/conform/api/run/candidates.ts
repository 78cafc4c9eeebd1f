import type { ApiContract, ApiOperation } from "../contract/api-contract.js";
import { type BodyCandidate, bodyCandidates } from "../values/made-arguments.js";

/** The bodies that operations are tried with, and which of them the server accepts. */
export class Candidates {
  readonly #candidates = new Map<string, readonly BodyCandidate[]>();
  /** By operation, and whether it is rich: the candidate that was accepted last. */
  readonly #accepted = new Map<string, number>();

  constructor(readonly contract: ApiContract) {}

  /** The server has accepted a candidate, by its number. */
  remember(operation: ApiOperation, isRich: boolean, index: number): void {
    this.#accepted.set(`${operation.id} ${isRich}`, index);
  }

  /** The bodies that an operation is tried with. */
  all(operation: ApiOperation): readonly BodyCandidate[] {
    const known = this.#candidates.get(operation.id) ?? bodyCandidates(this.contract, operation);
    this.#candidates.set(operation.id, known);
    return known;
  }

  /** The candidate that the server has accepted, or the first one to try. */
  likeliest(operation: ApiOperation, isRich = false): BodyCandidate | undefined {
    return this.all(operation)[this.first(operation, isRich)];
  }

  /** The number of the candidate to try first. */
  first(operation: ApiOperation, isRich: boolean): number {
    const known = this.#accepted.get(`${operation.id} ${isRich}`);
    if (known !== undefined) return known;
    const full = this.all(operation).findIndex(({ source }) => source === "full");
    return isRich && full !== -1 ? full : 0;
  }
}
