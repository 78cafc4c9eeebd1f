import { type ApiOperation, parameterSchema } from "../contract/api-contract.js";
import { type ApiResource, itemPrefixes } from "../contract/api-resources.js";
import type { CallArguments } from "../request/call-arguments.js";
import type { ApiIdentity } from "../request/identity.js";
import { parameterValue } from "../values/made-arguments.js";
import { uniqueValue } from "../values/unique-values.js";
import type { AcceptedCall } from "./accepted-call.js";
import { type ApiInstance, isAsBefore, parentNames, sentItem } from "./api-instance.js";
import { type ApiAnswer, type ApiSession, isSuccess } from "./api-session.js";
import { ApiUntried } from "./finding.js";
import { itemName, learnNaming, listItems, locationNames } from "./item-names.js";
import type { Learned } from "./learned.js";
import { shortenedAnswer } from "./shortened-exchange.js";
import type { Trial } from "./trial.js";

/** How things are made. */
export interface MakingOptions {
  /** Default: the first identity. */
  readonly identity?: ApiIdentity | undefined;
  /** Whether the item is the case's own, which it may change and delete. Default: no. */
  readonly isFresh?: boolean;
  /** The values of the path's parameters, outermost first. Default: those of an item. */
  readonly names?: readonly unknown[] | undefined;
  /** Further headers of the calls; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether bodies with all members are tried first, rather than those that are likeliest to be accepted. Default: no. */
  readonly isRich?: boolean;
}

/** What an item that others use is. */
export interface ItemOptions {
  readonly identity?: ApiIdentity | undefined;
  /** What was done with it. */
  readonly prelude?: ApiOperation | undefined;
}

/** How the operations are called that make and show items. */
export interface ItemCalls {
  readonly session: ApiSession;
  readonly learned: Learned;
  /** The arguments of an operation, without a body. Throws `ApiUntried`. */
  call(trial: Trial, operation: ApiOperation, options?: MakingOptions): Promise<CallArguments>;
  /** A call that the server accepts. Throws `ApiUntried` if it takes none. */
  accepted(trial: Trial, operation: ApiOperation, options?: MakingOptions): Promise<AcceptedCall>;
}

/** Makes items, and keeps those that several cases use. */
export class Items {
  readonly #shared = new Map<string, ApiInstance>();
  readonly #making = new Set<string>();

  constructor(
    readonly calls: ItemCalls,
    /** Values of path parameters from the user. */
    readonly given: ReadonlyMap<string, unknown>,
  ) {}

  /** The resource that a path's last parameter names. */
  resourceAt(path: string): ApiResource | undefined {
    const prefix = itemPrefixes(path).at(-1);
    return this.calls.session.resources.find((each) => prefix !== undefined && each.path === prefix);
  }

  /** A new item. Throws `ApiUntried` if there is no way to make one. */
  async make(trial: Trial, resource: ApiResource, options: MakingOptions = {}): Promise<ApiInstance> {
    const { create, put, isNamedByClient } = resource;
    if (create !== undefined) return this.#created(trial, { resource, create }, options);
    if (isNamedByClient && put !== undefined) return this.#named(trial, { resource, put }, options);
    throw new ApiUntried(`needs an operation that makes an item of ${resource.collection}`);
  }

  /** An item that other cases use, too; made, or found in the list. Throws `ApiUntried`. */
  async shared(
    trial: Trial,
    resource: ApiResource,
    { identity, prelude }: ItemOptions = {},
  ): Promise<ApiInstance> {
    const key = `${identity?.name ?? ""} ${resource.path} ${prelude?.id ?? ""}`;
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#making.has(key)) throw new ApiUntried(`needs an item of ${resource.collection} to make one`);
    this.#making.add(key);
    try {
      const own = this.given.get(resource.parameter);
      const made =
        own === undefined
          ? await this.#madeOrFound(trial, resource, { identity, prelude })
          : await this.#at(trial, resource, { name: own, identity });
      const kept = { ...made, answer: made.answer && shortenedAnswer(made.answer) };
      this.#shared.set(key, kept);
      return kept;
    } finally {
      this.#making.delete(key);
    }
  }

  /** Other cases make another one: this one is gone, or no longer what it was. */
  forget(resource: ApiResource): void {
    for (const [key, { resource: other }] of this.#shared)
      if (other.path === resource.path || other.path.startsWith(`${resource.path}/`))
        this.#shared.delete(key);
  }

  async #madeOrFound(trial: Trial, resource: ApiResource, options: ItemOptions): Promise<ApiInstance> {
    try {
      return await this.prepared(trial, resource, options);
    } catch (error) {
      if (!(error instanceof ApiUntried)) throw error;
      const found = await this.#found(trial, resource, options.identity);
      if (found === undefined) throw error;
      return found;
    }
  }

  async #found(
    trial: Trial,
    resource: ApiResource,
    identity: ApiIdentity | undefined,
  ): Promise<ApiInstance | undefined> {
    if (resource.list === undefined) return undefined;
    const call = await this.calls.call(trial, resource.list, { identity });
    const answer = await trial.call(resource.list, call, { identity });
    const [first] = listItems(answer.value) ?? [];
    const name = itemName(first, resource);
    if (!isSuccess(answer) || name === undefined) return undefined;
    return this.#at(trial, resource, { name, identity });
  }

  async #at(
    trial: Trial,
    resource: ApiResource,
    { name, identity }: { readonly name: unknown; readonly identity: ApiIdentity | undefined },
  ): Promise<ApiInstance> {
    const names = [...(await this.#parents(trial, resource, identity)), name];
    return { resource, names, sent: undefined, answer: undefined, call: undefined };
  }

  async #parents(
    trial: Trial,
    resource: ApiResource,
    identity: ApiIdentity | undefined,
  ): Promise<readonly unknown[]> {
    const parent = this.resourceAt(resource.collection);
    if (parent === undefined) return [];
    return (await this.shared(trial, parent, { identity })).names;
  }

  async #created(
    trial: Trial,
    { resource, create }: { readonly resource: ApiResource; readonly create: ApiOperation },
    { identity, isRich = false }: MakingOptions,
  ): Promise<ApiInstance> {
    const { call, answer } = await this.#new(trial, create, { identity, isRich });
    const located = locationNames(answer, resource);
    const sent = sentItem(resource, create, call);
    if (located !== undefined) learnNaming(resource, answer.value, located.at(-1));
    if (located !== undefined) return { resource, names: located, sent, answer, call };
    const name = itemName(answer.value, resource);
    if (name === undefined)
      throw new ApiUntried(`needs the id of a new item, which the answer of ${create.id} doesn't have`);
    const parents = parentNames(resource, create, call) ?? (await this.#parents(trial, resource, identity));
    return { resource, names: [...parents, name], sent, answer, call };
  }

  /** A call that makes something new. Dates of the next ones are others if something was there already, as in a series of measurements. */
  async #new(trial: Trial, create: ApiOperation, options: MakingOptions): Promise<AcceptedCall> {
    const first = await this.calls.accepted(trial, create, options);
    if (!isAsBefore(create, first.answer)) return first;
    this.calls.learned.shift(create, true);
    const second = await this.calls.accepted(trial, create, options);
    if (!isAsBefore(create, second.answer)) return second;
    throw new ApiUntried(`needs a new item, and ${create.id} answers 200 for what is there already`);
  }

  async #named(
    trial: Trial,
    { resource, put }: { readonly resource: ApiResource; readonly put: ApiOperation },
    { identity, isRich = false }: MakingOptions,
  ): Promise<ApiInstance> {
    const names = await this.unusedNames(trial, { ...resource, put }, identity);
    const { call, answer } = await this.calls.accepted(trial, put, { identity, names, isRich });
    return { resource, names, sent: sentItem(resource, put, call), answer, call };
  }

  /** Names that no item has yet, for a path whose last one the client chooses. */
  async unusedNames(
    trial: Trial,
    resource: ApiResource,
    identity?: ApiIdentity,
  ): Promise<readonly unknown[]> {
    const { contract } = this.calls.session;
    const parameter = resource.put?.declared.parameters.find(
      (each) => each.in === "path" && each.name === resource.parameter,
    );
    const value = parameter && parameterValue(contract, parameter);
    const node = parameter && contract.requestNode(parameterSchema(parameter));
    const name = node === undefined ? value : uniqueValue(node, value, this.calls.session.freshNumber());
    return [...(await this.#parents(trial, resource, identity)), name];
  }

  /** A new item, after what must be done with it first. */
  async prepared(
    trial: Trial,
    resource: ApiResource,
    { identity, prelude }: ItemOptions,
  ): Promise<ApiInstance> {
    const made = await this.make(trial, resource, { identity });
    if (prelude !== undefined) await this.calls.accepted(trial, prelude, { identity, names: made.names });
    return made;
  }

  /** Deletes an item, as far as the API can. */
  async remove(
    trial: Trial,
    { resource, names }: ApiInstance,
    identity?: ApiIdentity,
  ): Promise<ApiAnswer | undefined> {
    if (resource.remove === undefined) return undefined;
    const call = await this.calls.call(trial, resource.remove, { identity, names });
    return trial.call(resource.remove, call, { identity });
  }
}
