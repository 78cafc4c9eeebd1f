import type { HttpParameter } from "../../../../reader/model/model.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, headerParameter, parameterSchema } from "../contract/api-contract.js";
import type { ApiResource } from "../contract/api-resources.js";
import { type CallArguments, withParameter } from "../request/call-arguments.js";
import type { ApiIdentity } from "../request/identity.js";
import { parameterValue, requiredParameters } from "../values/made-arguments.js";
import { uniqueValue } from "../values/unique-values.js";
import { type AcceptedCall, ApiRefused, acceptedCall } from "./accepted-call.js";
import { type ApiInstance, pathNames } from "./api-instance.js";
import { type ApiSession, answerHeader } from "./api-session.js";
import { BodyVariants } from "./body-variants.js";
import { ApiUntried } from "./finding.js";
import { type ItemOptions, Items, type MakingOptions } from "./items.js";
import { Learned } from "./learned.js";
import type { Trial } from "./trial.js";

/** A value for a body, and who sends it. */
interface FilledBody {
  readonly value: unknown;
  /** The values of the path's parameters, outermost first. */
  readonly names?: readonly unknown[] | undefined;
  readonly identity?: ApiIdentity | undefined;
}

/** Whether a parameter is a key that makes the repetition of a request harmless. */
export function isIdempotencyKey({ in: where, name }: Pick<HttpParameter, "in" | "name">): boolean {
  return where === "header" && /^(?:x-)?idempotency-key$/i.test(name);
}

/** Refusals whose reason may be the state of an item. */
const stateStatuses: ReadonlySet<number> = new Set([403, 404, 409, 410, 422, 423]);

/** Actions that are tried. */
const mostActions = 6;

/** Makes what operations need: items for their paths, and bodies that the server accepts. */
export class Fixtures {
  readonly bodies: BodyVariants;
  readonly items: Items;
  /** Operations for which it is being tried what must come first. */
  readonly #unlocking = new Set<string>();
  /** Operations that are refused with new items in their bodies, too. */
  readonly #refused = new Set<string>();

  constructor(
    readonly session: ApiSession,
    given: Readonly<Record<string, unknown>> = {},
    readonly learned = new Learned(session.contract),
  ) {
    this.bodies = new BodyVariants(session);
    this.items = new Items(this, new Map(Object.entries(given)));
  }

  /** The resource that a path's last parameter names. */
  resourceAt(path: string): ApiResource | undefined {
    return this.items.resourceAt(path);
  }

  /** A new item. Throws `ApiUntried` if there is no way to make one. */
  make(trial: Trial, resource: ApiResource, options: MakingOptions = {}): Promise<ApiInstance> {
    return this.items.make(trial, resource, options);
  }

  /** An item that other cases use, too; made, or found in the list. Throws `ApiUntried`. */
  shared(trial: Trial, resource: ApiResource, options: ItemOptions = {}): Promise<ApiInstance> {
    return this.items.shared(trial, resource, options);
  }

  /** The arguments of an operation: names for its path, and its required parameters; without a body. Throws `ApiUntried`. */
  async call(trial: Trial, operation: ApiOperation, options: MakingOptions = {}): Promise<CallArguments> {
    const { contract } = this.session;
    let call = this.session.options.given.call(operation, requiredParameters(contract, operation));
    const given = options.names ?? (await this.pathValues(trial, operation, options));
    const inPath = operation.path.match(/\{[^{}]*\}/g) ?? [];
    for (const [index, braced] of inPath.entries()) {
      const name = braced.slice(1, -1);
      const parameter = operation.declared.parameters.find(
        (each) => each.in === "path" && each.name === name,
      );
      const node = parameter && contract.requestNode(parameterSchema(parameter));
      const value =
        given[index] ??
        this.learned.seen.find(name, node) ??
        (parameter && parameterValue(contract, parameter));
      call = withParameter(call, { in: "path", name }, value);
    }
    const key = operation.declared.parameters.find(isIdempotencyKey);
    if (key?.required === true) call = withParameter(call, key, this.freshKey(key));
    const condition = headerParameter(operation, "if-match");
    if (condition?.required !== true) return call;
    const tag = await this.#entityTag(trial, operation, { call, options });
    return tag === undefined ? call : withParameter(call, condition, tag);
  }

  /** A call once more: with a key of its own and the conditions of the item as it is now. */
  async renewed(
    trial: Trial,
    operation: ApiOperation,
    { call, identity }: { readonly call: CallArguments; readonly identity?: ApiIdentity | undefined },
  ): Promise<CallArguments> {
    const { parameters } = await this.call(trial, operation, { names: pathNames(operation, call), identity });
    return { ...call, parameters };
  }

  /** An idempotency key that the contract allows, and that no other request has. */
  freshKey(parameter: HttpParameter): unknown {
    const node = this.session.contract.requestNode(parameterSchema(parameter));
    const number = this.session.freshNumber();
    const plain = `oipkit-${number}`;
    if (node === undefined || holds(node, plain)) return plain;
    return uniqueValue(node, parameterValue(this.session.contract, parameter), number);
  }

  /** The ETag of the item that a call is about. */
  async #entityTag(
    trial: Trial,
    operation: ApiOperation,
    { call, options }: { readonly call: CallArguments; readonly options: MakingOptions },
  ): Promise<string | undefined> {
    const { get } = this.resourceAt(operation.path) ?? {};
    if (get === undefined) return undefined;
    const read = await this.call(trial, get, { ...options, names: pathNames(operation, call) });
    return answerHeader(await trial.call(get, read, { identity: options.identity }), "etag");
  }

  /** The values of the path's parameters: names of an item, which is made if necessary; fewer if there is no way to. */
  async pathValues(
    trial: Trial,
    operation: ApiOperation,
    { identity, isFresh }: MakingOptions = {},
  ): Promise<readonly unknown[]> {
    const resource = this.resourceAt(operation.path);
    if (resource === undefined) return [];
    const options = { identity, prelude: this.learned.prelude(operation) };
    try {
      if (isFresh === true) return (await this.items.prepared(trial, resource, options)).names;
      return (await this.shared(trial, resource, options)).names;
    } catch (error) {
      // A made-up name: the answer 404 says nothing then.
      if (error instanceof ApiUntried && isFresh !== true) return [];
      throw error;
    }
  }

  /** A candidate with names that no other item has, and with references to items that exist. */
  async filled(
    trial: Trial,
    operation: ApiOperation,
    { value, names = [], identity }: FilledBody,
  ): Promise<unknown> {
    const refer = async (resource: ApiResource): Promise<unknown> => {
      try {
        return (await this.shared(trial, resource, { identity })).names.at(-1);
      } catch (error) {
        if (error instanceof ApiUntried) return undefined;
        throw error;
      }
    };
    const filled = await this.bodies.filled(operation, value, {
      names,
      isShifted: this.learned.isShifted(operation),
      refer,
    });
    return this.session.options.given.body(operation, filled, this.bodies.node(operation));
  }

  /** A call that the server accepts, with the first body that it takes. Throws `ApiUntried` if it takes none. */
  async accepted(trial: Trial, operation: ApiOperation, options: MakingOptions = {}): Promise<AcceptedCall> {
    try {
      return await this.#acceptedAgain(trial, operation, options);
    } catch (error) {
      if (!(error instanceof ApiRefused) || options.names !== undefined) throw error;
      const unlocked = stateStatuses.has(error.status)
        ? await this.#acceptedAfter(trial, operation, options)
        : undefined;
      if (unlocked === undefined) throw error;
      return unlocked;
    }
  }

  /** What the bodies refer to may be used up, such as a charge that is refunded: it is made anew then. */
  async #acceptedAgain(trial: Trial, operation: ApiOperation, options: MakingOptions): Promise<AcceptedCall> {
    const { value } = this.learned.likeliest(operation, options.isRich) ?? {};
    const used = this.session.resources.filter(
      (each) => this.bodies.referenceTo(operation, each, value) !== undefined,
    );
    const afresh = (): Promise<AcceptedCall> => {
      for (const resource of used) this.items.forget(resource);
      return this.#acceptedNow(trial, operation, options);
    };
    if (this.learned.usesUp(operation)) return afresh();
    try {
      return await this.#acceptedNow(trial, operation, options);
    } catch (error) {
      if (!(error instanceof ApiRefused) || used.length === 0 || this.#refused.has(operation.id)) throw error;
      this.#refused.add(operation.id);
      const accepted = await afresh();
      this.learned.rememberUse(operation);
      return accepted;
    }
  }

  async #acceptedNow(trial: Trial, operation: ApiOperation, options: MakingOptions): Promise<AcceptedCall> {
    const call = await this.call(trial, operation, options);
    const { identity, headers = {}, isRich = false } = options;
    const names = pathNames(operation, call);
    const fill = (value: unknown): Promise<unknown> =>
      this.filled(trial, operation, { value, names, identity });
    const accepted = await acceptedCall(trial, operation, {
      call,
      learned: this.learned,
      identity,
      headers,
      isRich,
      fill,
    });
    this.learned.seen.note(accepted.answer.value);
    return accepted;
  }

  /** The call with a new item in its path: as it is, or after one of the actions on it, such as publishing it. */
  async #acceptedAfter(
    trial: Trial,
    operation: ApiOperation,
    options: MakingOptions,
  ): Promise<AcceptedCall | undefined> {
    const resource = this.resourceAt(operation.path);
    if (resource === undefined || this.#unlocking.has(operation.id)) return undefined;
    this.#unlocking.add(operation.id);
    try {
      for (const first of [undefined, ...this.#actions(resource, operation)])
        try {
          const { names } = await this.make(trial, resource, options);
          if (first !== undefined) await this.#acceptedNow(trial, first, { ...options, names });
          const accepted = await this.#acceptedNow(trial, operation, { ...options, names });
          if (first !== undefined) this.learned.rememberPrelude(operation, first);
          this.items.forget(resource);
          return accepted;
        } catch (error) {
          if (!(error instanceof ApiUntried)) throw error;
        }
      return undefined;
    } finally {
      this.#unlocking.delete(operation.id);
    }
  }

  /** What may be done with an item that may let it take another call: actions on it alone. */
  #actions(resource: ApiResource, operation: ApiOperation): readonly ApiOperation[] {
    return this.session.contract.operations
      .filter(
        (each) =>
          each !== operation &&
          (each.method === "POST" || each.method === "PUT") &&
          each.path.startsWith(`${resource.path}/`) &&
          !each.path.slice(resource.path.length).includes("{") &&
          !this.isCreator(each),
      )
      .slice(0, mostActions);
  }

  /** Whether an operation makes items of a resource. */
  isCreator({ method, path }: Pick<ApiOperation, "method" | "path">): boolean {
    return this.session.resources.some(({ create }) => create?.method === method && create.path === path);
  }
}
