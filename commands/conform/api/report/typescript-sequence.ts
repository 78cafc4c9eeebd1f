import { type Code, code, join } from "../../../../reader/text/code/code.js";
import { lineComment } from "../../../../reader/text/code/comment.js";
import { identifier } from "../../../../reader/text/code/identifier.js";
import { literal, valueKey } from "../../../../reader/text/code/literal.js";
import type { Mask } from "../../run/mask.js";
import { type ApiIdentity, maskedHeader } from "../request/identity.js";
import type { TrialExchange } from "../run/finding.js";
import type { FindClientCall } from "./client-calls.js";
import { credentialVariable } from "./exchange-records.js";
import {
  answerText,
  callArguments,
  fetchCode,
  furtherHeaders,
  type KnownValue,
  shownValues,
  withVariable,
} from "./typescript-steps.js";

/** What a sequence is written with. */
interface SequenceOptions {
  readonly baseUrl: string;
  readonly findCall: FindClientCall;
  readonly masked: Mask;
  /** Name of the identity that calls if nothing else is said. */
  readonly first: string | undefined;
  /** Headers that the user gives for all requests. */
  readonly sent: readonly (readonly [name: string, value: string])[];
}

/**
 * Requests as a program in TypeScript with the generated client, or with `fetch` where its functions don't send such requests, that runs in
 * Node.js. Ids that the server has chosen are read from the answers. `undefined` if a request can't be written so.
 */
export function typescriptSequence(
  exchanges: readonly TrialExchange[],
  options: SequenceOptions,
): string | undefined {
  const { baseUrl, findCall, masked, sent } = options;
  const functions = new Map<string, Set<string>>();
  const clients = new Clients(options);
  const known: KnownValue[] = [];
  const lines: Code[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    const variable = `step${at + 1}`;
    const { identity, operation } = exchange;
    const ofClient = new Set([...(identity?.headers ?? []), ...sent].map(([name]) => name));
    const found = operation && findCall(operation);
    const args = found && callArguments(exchange, found, known);
    const own = identity?.isForged === true ? [] : [...furtherHeaders(exchange, ofClient)];
    let step: Code | undefined;
    if (found !== undefined && args !== undefined && identity?.isForged !== true) {
      const further = own.length === 0 ? code`` : code`, { headers: ${clients.headers(own, identity)} }`;
      step = code`await ${identifier(found.functionName)}(${clients.variable(identity)}, ${args}${further})`;
      functions.set(found.folder, (functions.get(found.folder) ?? new Set()).add(found.functionName));
    } else step = fetchCode(exchange, clients.headers(exchange.request.headers, identity), known);
    if (step === undefined) return undefined;
    lines.push(code`const ${identifier(variable)} = ${step};`);
    lines.push(code`console.log(${identifier(variable)}.status); ${lineComment(answerText(exchange))}`);
    if (args !== undefined && identity?.isForged !== true) known.unshift(...shownValues(exchange, variable));
  }
  const imports = [...functions].map(([folder, names]) => {
    const list = [...names].sort().map((name) => identifier(name));
    return code`import { ${list} } from ${literal(`./generated/${folder}/client.js`)};`;
  });
  const declared = clients.declarations();
  if (declared.length > 0) imports.unshift(code`import { createHttpClient } from "@oipkit/runtime/http";`);
  const head = [...imports, code`const baseUrl = ${literal(baseUrl)};`, ...declared];
  return masked(`${join([...head, ...lines], "\n").toString()}\n`);
}

/** The clients of a sequence: one for each identity. */
class Clients {
  readonly #variables = new Map<
    string,
    { readonly name: Code; readonly identity: ApiIdentity | undefined }
  >();

  constructor(readonly options: SequenceOptions) {}

  /** The variable of the client of an identity. */
  variable(identity: ApiIdentity | undefined): Code {
    const key = identity?.name ?? "";
    const known = this.#variables.get(key);
    if (known !== undefined) return known.name;
    const count = this.#variables.size;
    const name = identifier(count === 0 ? "client" : `client${count + 1}`);
    this.#variables.set(key, { name, identity });
    return name;
  }

  /** Headers as an object; credentials are read from the environment. */
  headers(list: TrialExchange["request"]["headers"], identity: ApiIdentity | undefined): Code {
    const own = new Set(identity?.headers.map(([name]) => name));
    const variable = identity && credentialVariable(identity, this.options.first);
    const members = list.map((header) => {
      const [name, value] = own.has(header[0]) ? maskedHeader(header) : header;
      return code`${valueKey(name)}: ${withVariable(value, own.has(name) ? variable : undefined)}`;
    });
    if (members.length === 0) return code`{}`;
    return code`{ ${join(members, ", ")} }`;
  }

  declarations(): readonly Code[] {
    return [...this.#variables.values()].map(({ name, identity }) => {
      const { sent } = this.options;
      const parts = [code`baseUrl`, code`retry: false`];
      if (sent.length > 0) parts.push(code`headers: ${this.headers(sent, undefined)}`);
      if (identity !== undefined && identity.headers.length > 0)
        parts.push(code`authorize: () => (${this.headers(identity.headers, identity)})`);
      if (identity?.query !== undefined && identity.query.length > 0)
        parts.push(code`fetch: ${this.#fetchWithQuery(identity)}`);
      return code`const ${name} = createHttpClient({ ${join(parts, ", ")} });`;
    });
  }

  /** A key in the query is added behind the client, which knows no contract. */
  #fetchWithQuery(identity: ApiIdentity): Code {
    const variable = credentialVariable(identity, this.options.first);
    const pairs = (identity.query ?? []).map(
      ([name]) => code`url.searchParams.set(${literal(name)}, ${withVariable("***", variable)});`,
    );
    return code`(input, init) => { const url = new URL(input); ${join(pairs, "")} return fetch(url, init); }`;
  }
}
