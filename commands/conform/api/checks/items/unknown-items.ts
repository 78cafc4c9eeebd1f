import { holds } from "../../../../../reader/validation/synthesis/search.js";
import type { ApiOperation } from "../../contract/api-contract.js";
import {
  declaredStatuses,
  declaresStatus,
  operationText,
  parameterSchema,
  statusText,
} from "../../contract/api-contract.js";
import { itemPrefixes } from "../../contract/api-resources.js";
import { withParameter, writeCall } from "../../request/call-arguments.js";
import { isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { parameterValue } from "../../values/made-arguments.js";
import { uniqueValue } from "../../values/unique-values.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";

/** Names that no item has, and that careless programs trip over. */
const oddNames: Readonly<Record<string, string>> = {
  negative: "-1",
  huge: "99999999999999999999999999",
  long: "a".repeat(2_000),
  quote: "'\"`;--",
  slash: "../../etc/passwd",
  nul: "a\u0000b",
  unicode: "\u{1f600}",
  proto: "__proto__",
  constructor: "constructor",
};

/** Items that don't exist aren't found. */
export const unknownItems: ApiCheck = {
  name: "unknown-item",
  rule: "A request for an item that doesn't exist is refused, whatever its name is, and doesn't make the server fail.",
  *cases({ contract, session }) {
    for (const operation of contract.operations) {
      const prefix = itemPrefixes(operation.path).at(-1);
      if (prefix === undefined) continue;
      const resource = session.resources.find(({ path }) => path === prefix);
      const mayMake =
        resource?.put === operation &&
        (resource.isNamedByClient || resource.create === undefined || declaresStatus(operation, 201));
      if (!mayMake)
        yield {
          id: `unknown-item/${operation.id}`,
          level: isFindable(operation, prefix) ? "must" : "should",
          run: (trial, context) => askUnknown(trial, { operation, prefix, name: undefined }, context),
        };
      for (const [word, name] of Object.entries(oddNames))
        yield mustCase(`unknown-item/${operation.id}/${word}`, (trial, context) =>
          askUnknown(trial, { operation, prefix, name }, context),
        );
    }
  },
};

/** Whether an operation looks for an item: the contract says that it may not find one, and finding none isn't what it is for. */
function isFindable(operation: ApiOperation, prefix: string): boolean {
  return operation.method !== "DELETE" && operation.path === prefix && saysUnknown(operation);
}

function saysUnknown(operation: ApiOperation): boolean {
  return declaresStatus(operation, 404) || declaredStatuses(operation).includes("4xx");
}

interface Asking {
  readonly operation: ApiOperation;
  readonly prefix: string;
  /** Absent: one that the contract allows, and that was never issued. */
  readonly name: string | undefined;
}

async function askUnknown(
  trial: Trial,
  { operation, prefix, name }: Asking,
  { contract, fixtures, session }: CheckContext,
): Promise<void> {
  const own = /\{([^{}]*)\}$/.exec(prefix)?.[1] ?? "";
  const parameter = operation.declared.parameters.find((each) => each.in === "path" && each.name === own);
  if (parameter === undefined) return untried(`needs the parameter ${own}`);
  const known = await fixtures.call(trial, operation);
  const candidate = fixtures.learned.likeliest(operation);
  const type = fixtures.bodies.mediaType(operation);
  const body =
    candidate && type !== undefined
      ? { type, value: await fixtures.filled(trial, operation, candidate) }
      : undefined;
  const fresh = (): unknown =>
    unissued(
      contract.requestNode(parameterSchema(parameter)),
      known.parameters.get(`path ${own}`) ?? parameterValue(contract, parameter),
      session.freshNumber(),
    );
  const value = name ?? fresh();
  if (value === undefined) return untried(`needs a name that no item has, for ${own}`);
  const call = withParameter({ ...known, ...(body !== undefined && { body }) }, parameter, value);
  const written = writeCall(operation, call);
  if (written === undefined) return untried(`needs a value for the path of ${operation.id}`);
  const answer = await trial.call(operation, call);
  const shown = String(value).slice(0, 40);
  // Whether it is the name that the server fails at.
  const usual = name === undefined || answer.status < 500 ? undefined : fresh();
  if (usual !== undefined) {
    const control = await trial.call(operation, withParameter(call, parameter, usual));
    if (control.status >= 500)
      return untried(`needs an answer of ${operation.id} below 500 for any name that doesn't exist`);
  }
  if (answer.status >= 500)
    violated(
      `the server fails at ${operation.id} for the name ${shown}`,
      statuses("400 to 499", answer.status),
    );
  if (!isSuccess(answer)) return;
  // Somebody may have called an item so, and PUT and DELETE may be indifferent to whether it was there.
  if (name !== undefined && (operation.method !== "GET" || !isFindable(operation, prefix))) return;
  if (saysIndifferent(operation))
    return untried(`needs an operation for which it matters that ${shown} doesn't exist`);
  violated(
    `the server answers ${operation.id} for an item that doesn't exist, ${shown}, with a success`,
    statuses("404", answer.status),
  );
}

/** Whether the contract says that a success doesn't mean that the item was there. */
function saysIndifferent(operation: ApiOperation): boolean {
  const told = [operationText(operation), ...[200, 202, 204].map((status) => statusText(operation, status))];
  return /\b(?:didn't|doesn't|did not|does not|never) exist|\bif it exists|\bidempotent|\bno effect|\bwhether or not/i.test(
    told.join(". "),
  );
}

/** A name like that of an item, which was never issued. */
function unissued(
  node: ReturnType<CheckContext["contract"]["requestNode"]>,
  known: unknown,
  number: number,
): unknown {
  if (node === undefined || known === undefined) return undefined;
  // Names in answers of JSON are numbers, or texts with digits.
  const digits = /^\d{1,9}$/.test(String(known));
  for (const candidate of digits ? [987_654_321 - number, String(987_654_321 - number), 2_000_000_001] : [])
    if (holds(node, candidate)) return candidate;
  const text = String(known);
  const run = [...text.matchAll(/\d+/g)].at(-1);
  const longer =
    run === undefined
      ? text
      : `${text.slice(0, run.index)}${987_654_321 - number}${text.slice(run.index + run[0].length)}`;
  if (longer !== text && holds(node, longer)) return longer;
  const other = uniqueValue(node, known, 7_000_000 + number);
  // Of few characters, another item may have them.
  if (other === known || text.length < 6 || !holds(node, other)) return undefined;
  return other;
}
