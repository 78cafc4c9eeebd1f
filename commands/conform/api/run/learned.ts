import type { HttpParameter } from "../../../../reader/model/model.js";
import type { ApiContract, ApiOperation } from "../contract/api-contract.js";
import { type BodyCandidate, bodyCandidates } from "../values/made-arguments.js";
import { SeenValues } from "./seen-values.js";

/** How a list is made to show new items: as it is, by a parameter, or not at all. */
export type ListSelection =
  | "plain"
  | "hidden"
  | { readonly parameter: HttpParameter; readonly value: unknown };

/** What a run has learned about the server: which bodies it accepts, and what must come before a call. */
export class Learned {
  readonly seen = new SeenValues();
  /** By operation: how a list is made to show new items. */
  readonly selections = new Map<string, ListSelection>();
  readonly #candidates = new Map<string, readonly BodyCandidate[]>();
  /** By operation, and whether it is rich: the candidate that was accepted last. */
  readonly #accepted = new Map<string, number>();
  /** Operations of which the server accepts a second call only with other dates, such as bookings of a room. */
  readonly #shifted = new Set<string>();
  /** Operations that take each item in their bodies once, such as refunds of a charge. */
  readonly #once = new Set<string>();
  /** By operation: what must be done with the item above first, such as publishing it. */
  readonly #preludes = new Map<string, ApiOperation>();

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

  /** Whether each body of an operation needs other dates. */
  isShifted({ id }: ApiOperation): boolean {
    return this.#shifted.has(id);
  }

  /** Whether the dates in the bodies of an operation are others in each call from now on. */
  shift({ id }: ApiOperation, isShifted: boolean): void {
    if (isShifted) this.#shifted.add(id);
    else this.#shifted.delete(id);
  }

  /** Whether each call of an operation needs other items in its body. */
  usesUp({ id }: ApiOperation): boolean {
    return this.#once.has(id);
  }

  /** An operation is accepted with other items in its body, and wasn't with those of an earlier call. */
  rememberUse({ id }: ApiOperation): void {
    this.#once.add(id);
  }

  /** What must be done with the item above before an operation is called; `undefined` if nothing is known. */
  prelude({ id }: ApiOperation): ApiOperation | undefined {
    return this.#preludes.get(id);
  }

  /** An operation is accepted after another one. */
  rememberPrelude({ id }: ApiOperation, first: ApiOperation): void {
    this.#preludes.set(id, first);
  }
}
