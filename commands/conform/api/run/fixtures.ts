import { below } from "../../../../reader/documents/place.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { type ApiOperation, parameterSchema, writtenMedia } from "../contract/api-contract.js";
import { type ApiResource, itemPrefixes, sameTemplate } from "../contract/api-resources.js";
import { bodyValue, type CallArguments, withParameter } from "../request/call-arguments.js";
import type { ApiIdentity } from "../request/identity.js";
import { parameterValue, requiredParameters } from "../values/made-arguments.js";
import { uniqueValue } from "../values/unique-values.js";
import { valuePlaces, withValueAt } from "../values/value-places.js";
import { type ApiInstance, pathNames } from "./api-instance.js";
import { type ApiAnswer, type ApiSession, isSuccess } from "./api-session.js";
import { BodyVariants } from "./body-variants.js";
import { Candidates } from "./candidates.js";
import { ApiUntried } from "./finding.js";
import { itemName, listItems, locationName } from "./item-names.js";
import { referenceAt } from "./references.js";
import type { Trial } from "./trial.js";

/** A call that the server accepts. */
export interface AcceptedCall {
  readonly call: CallArguments;
  readonly answer: ApiAnswer;
}

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

/** A value for a body, and who sends it. */
interface FilledBody {
  readonly value: unknown;
  readonly identity?: ApiIdentity | undefined;
}

/** Makes what operations need: items for their paths, and bodies that the server accepts. */
export class Fixtures {
  readonly bodies: BodyVariants;
  readonly #shared = new Map<string, ApiInstance>();
  readonly #making = new Set<string>();
  readonly candidates: Candidates;
  /** Values of path parameters from the user. */
  readonly #given: ReadonlyMap<string, unknown>;

  constructor(
    readonly session: ApiSession,
    given: Readonly<Record<string, unknown>> = {},
  ) {
    this.bodies = new BodyVariants(session);
    this.candidates = new Candidates(session.contract);
    this.#given = new Map(Object.entries(given));
  }

  /** The resource that a path's last parameter names. */
  resourceAt(path: string): ApiResource | undefined {
    const prefix = itemPrefixes(path).at(-1);
    return this.session.resources.find((each) => prefix !== undefined && each.path === prefix);
  }

  /** A new item. Throws `ApiUntried` if there is no way to make one. */
  async make(trial: Trial, resource: ApiResource, options: MakingOptions = {}): Promise<ApiInstance> {
    const { create, put, isNamedByClient } = resource;
    if (create !== undefined) return this.#created(trial, { resource, create }, options);
    if (isNamedByClient && put !== undefined) return this.#named(trial, { resource, put }, options);
    throw new ApiUntried(`needs an operation that makes an item of ${resource.collection}`);
  }

  /** An item that other cases use, too; made, or found in the list. Throws `ApiUntried`. */
  async shared(trial: Trial, resource: ApiResource, { identity }: MakingOptions = {}): Promise<ApiInstance> {
    const key = `${identity?.name ?? ""} ${resource.path}`;
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#making.has(key)) throw new ApiUntried(`needs an item of ${resource.collection} to make one`);
    this.#making.add(key);
    try {
      const own = this.#given.get(resource.parameter);
      const made =
        own === undefined
          ? await this.#madeOrFound(trial, resource, identity)
          : await this.#at(trial, resource, { name: own, identity });
      this.#shared.set(key, made);
      return made;
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

  async #madeOrFound(
    trial: Trial,
    resource: ApiResource,
    identity: ApiIdentity | undefined,
  ): Promise<ApiInstance> {
    try {
      return await this.make(trial, resource, { identity });
    } catch (error) {
      if (!(error instanceof ApiUntried)) throw error;
      const found = await this.#found(trial, resource, identity);
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
    const call = await this.call(trial, resource.list, { identity });
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
    const { call, answer } = await this.accepted(trial, create, { identity, isRich });
    const name = locationName(answer, resource) ?? itemName(answer.value, resource);
    if (name === undefined)
      throw new ApiUntried(`needs the id of a new item, which the answer of ${create.id} doesn't have`);
    const parents = sameTemplate(create.path, resource.collection)
      ? pathNames(create, call)
      : await this.#parents(trial, resource, identity);
    return { resource, names: [...parents, name], sent: bodyValue(call), answer, call };
  }

  async #named(
    trial: Trial,
    { resource, put }: { readonly resource: ApiResource; readonly put: ApiOperation },
    { identity, isRich = false }: MakingOptions,
  ): Promise<ApiInstance> {
    const parameter = put.declared.parameters.find(
      (each) => each.in === "path" && each.name === resource.parameter,
    );
    const value = parameter === undefined ? undefined : parameterValue(this.session.contract, parameter);
    const node =
      parameter === undefined ? undefined : this.session.contract.requestNode(parameterSchema(parameter));
    const name = node === undefined ? value : uniqueValue(node, value, this.session.freshNumber());
    const names = [...(await this.#parents(trial, resource, identity)), name];
    const { call, answer } = await this.accepted(trial, put, { identity, names, isRich });
    return { resource, names, sent: bodyValue(call), answer, call };
  }

  /** The arguments of an operation: names for its path, and its required parameters; without a body. Throws `ApiUntried`. */
  async call(trial: Trial, operation: ApiOperation, options: MakingOptions = {}): Promise<CallArguments> {
    const { contract } = this.session;
    let call = requiredParameters(contract, operation);
    const given = options.names ?? (await this.pathValues(trial, operation, options));
    const inPath = operation.path.match(/\{[^{}]*\}/g) ?? [];
    for (const [index, braced] of inPath.entries()) {
      const name = braced.slice(1, -1);
      const parameter = operation.declared.parameters.find(
        (each) => each.in === "path" && each.name === name,
      );
      const value = given[index] ?? (parameter && parameterValue(contract, parameter));
      call = withParameter(call, { in: "path", name }, value);
    }
    return call;
  }

  /** The values of the path's parameters: names of an item, which is made if necessary; fewer if there is no way to. */
  async pathValues(
    trial: Trial,
    operation: ApiOperation,
    { identity, isFresh }: MakingOptions = {},
  ): Promise<readonly unknown[]> {
    const resource = this.resourceAt(operation.path);
    if (resource === undefined) return [];
    try {
      if (isFresh === true) return (await this.make(trial, resource, { identity })).names;
      return (await this.shared(trial, resource, { identity })).names;
    } catch (error) {
      // A made-up name: the answer 404 says nothing then.
      if (error instanceof ApiUntried && isFresh !== true) return [];
      throw error;
    }
  }

  /** A candidate with names that no other item has, and with references to items that exist. */
  async filled(trial: Trial, operation: ApiOperation, { value, identity }: FilledBody): Promise<unknown> {
    const media = writtenMedia(operation);
    const node = media && this.session.contract.requestNode(below(media.place, "schema"));
    if (node === undefined) return value;
    let body = uniqueValue(node, value, this.session.freshNumber());
    for (const { path, value: own } of valuePlaces(node, body)) {
      const reference = typeof own === "object" ? undefined : referenceAt(path, this.session.resources);
      if (reference?.resource === undefined) continue;
      const key = path.at(-1);
      try {
        const { names } = await this.shared(trial, reference.resource, { identity });
        const changed = withValueAt(body, path, names.at(-1));
        if (holds(node, changed)) body = changed;
      } catch (error) {
        if (!(error instanceof ApiUntried)) throw error;
        // It refers to something that can't be made: better without it.
        const without = typeof key === "string" ? withValueAt(body, path, undefined) : body;
        if (holds(node, without)) body = without;
      }
    }
    return body;
  }

  /** A call that the server accepts, with the first body that it takes. Throws `ApiUntried` if it takes none. */
  async accepted(trial: Trial, operation: ApiOperation, options: MakingOptions = {}): Promise<AcceptedCall> {
    const call = await this.call(trial, operation, options);
    const candidates = this.candidates.all(operation);
    const { identity, headers = {} } = options;
    const media = writtenMedia(operation);
    if (media === undefined || candidates.length === 0) {
      if (operation.declared.body?.required === true)
        throw new ApiUntried(`needs a body for ${operation.id} that the suite can write`);
      const answer = await trial.call(operation, call, { identity, headers });
      if (isSuccess(answer)) return { call, answer };
      throw new ApiUntried(
        `needs a call of ${operation.id} that the server accepts; it answers ${answer.status}`,
      );
    }
    const first = this.candidates.first(operation, options.isRich === true);
    const order = [...candidates.keys()].sort((a, b) => Number(b === first) - Number(a === first));
    let last = 0;
    for (const index of order) {
      const candidate = candidates[index];
      for (let attempt = 0; candidate !== undefined && attempt < 2; attempt++) {
        const value = await this.filled(trial, operation, { value: candidate.value, identity });
        const whole = { ...call, body: { type: media.type, value } };
        const answer = await trial.call(operation, whole, { identity, headers });
        if (isSuccess(answer)) {
          this.candidates.remember(operation, options.isRich === true, index);
          return { call: whole, answer };
        }
        last = answer.status;
        // A conflict may be one of names.
        if (last !== 409) break;
      }
      if (last === 401 || last === 403) break;
    }
    throw new ApiUntried(`needs a call of ${operation.id} that the server accepts; it answers ${last}`);
  }

  /** Whether an operation makes items of a resource. */
  isCreator({ method, path }: Pick<ApiOperation, "method" | "path">): boolean {
    return this.session.resources.some(({ create }) => create?.method === method && create.path === path);
  }

  /** Deletes an item, as far as the API can. */
  async remove(
    trial: Trial,
    { resource, names }: ApiInstance,
    identity?: ApiIdentity,
  ): Promise<ApiAnswer | undefined> {
    if (resource.remove === undefined) return undefined;
    const call = await this.call(trial, resource.remove, { identity, names });
    return trial.call(resource.remove, call, { identity });
  }
}
