import { branches } from "../../../../reader/documents/joint-schemas.js";
import type { Place } from "../../../../reader/documents/place.js";
import { below, childPlaces } from "../../../../reader/documents/place.js";
import { isSchemaObject } from "../../../../reader/documents/schema-walk.js";
import { responseFor } from "../../../mock/index.js";
import type { ApiAnswer } from "../run/api-session.js";
import { isRecord, listItems } from "../run/item-names.js";
import type { ApiContract, ApiOperation } from "./api-contract.js";

/** Where a line of a text ends: in it, in JSON, or on a page. */
const lineEnd = /\n|\\n|<br ?\/?>/;

/** No frame of a stack is longer. */
const longestLine = 1000;

/** Texts that only a program's error output has. */
const errorTexts: readonly string[] = [
  "Traceback (most recent call last)",
  'syntax error at or near "',
  'syntax error at or near \\"',
  "/node_modules/",
];

/** A part of a text that shows the server's own code: a stack trace, or an error of its database. `undefined` if there is none. */
export function leakedTrace(text: string): string | undefined {
  for (const each of text.split(lineEnd)) {
    const line = each.slice(0, longestLine).replaceAll("&nbsp;", " ").trim();
    if (isFrame(line) || showsError(line)) return line.slice(0, 120);
  }
  return undefined;
}

/** Whether a line is a frame of a stack, as JavaScript, Java or Python writes it. */
function isFrame(line: string): boolean {
  if (line.startsWith("File ")) return /, line \d+, in /.test(line);
  if (!line.startsWith("at ")) return false;
  if (/\(\w+\.java:\d+\)/.test(line)) return true;
  return /:\d+:\d+/.test(line) && /(?:^at |\()(?:file:|node:|\/|[A-Z]:\\)/.test(line);
}

function showsError(line: string): boolean {
  if (errorTexts.some((each) => line.includes(each))) return true;
  // An exception as Python prints it.
  if (/\w(?:Error|Exception)\((?:'|\\?")/.test(line)) return true;
  return /\bgoroutine \d+ \[running\]|\bSQLITE_[A-Z]{3}[A-Z_]*:|\bORA-\d{5}|\bSQLSTATE\[/.test(line);
}

/** Deeper members aren't looked at. */
const mostDepth = 6;

/** The finding about a member that the contract marks as `writeOnly`, and that an answer shows. */
export function writeOnlyMember(
  { contracts, operations }: ApiContract,
  operation: ApiOperation,
  answer: ApiAnswer,
): { readonly level: "must"; readonly reason: string } | undefined {
  if (answer.value === undefined) return undefined;
  const secrets = relatedSecrets(contracts, operations, operation);
  const items = [answer.value, listItems(answer.value)?.[0]].filter(isRecord);
  const shown = secrets.find((name) =>
    items.some((item) => Object.hasOwn(item, name) && item[name] !== null),
  );
  if (shown !== undefined && answer.status < 300)
    return {
      level: "must",
      reason: `the server shows \`/${shown}\` in an answer of ${operation.id}, which the contract marks as writeOnly in requests`,
    };
  const response = responseFor(operation.declared, answer.status);
  const media = response === undefined ? [] : childPlaces(below(response.place, "content"));
  for (const [type, place] of media) {
    if (!/[/+]json\b/i.test(type)) continue;
    const path = shownSecret({ contracts }, below(place, "schema"), { value: answer.value, depth: 0 });
    if (path === undefined) continue;
    return {
      level: "must",
      reason: `the server shows \`${path}\` in an answer of ${operation.id}, which the contract marks as writeOnly`,
    };
  }
  return undefined;
}

/** Whether two paths are of one collection and its items. */
function isRelated(one: string, other: string): boolean {
  const plain = (path: string): string => path.replace(/\/\{[^{}]*\}$/, "");
  return plain(one) === plain(other);
}

const knownRelated = new WeakMap<ApiOperation, readonly string[]>();

/** The members that requests of an operation's collection and its items have, and that are marked as `writeOnly`. */
function relatedSecrets(
  contracts: ApiContract["contracts"],
  operations: readonly ApiOperation[],
  operation: ApiOperation,
): readonly string[] {
  const known = knownRelated.get(operation);
  if (known !== undefined) return known;
  const found = operations
    .filter(({ path }) => isRelated(path, operation.path))
    .flatMap((each) => secretNames(contracts, each));
  knownRelated.set(operation, found);
  return found;
}

const knownSecrets = new WeakMap<ApiOperation, readonly string[]>();

/** The members of an operation's request body that are marked as `writeOnly`. */
function secretNames(contracts: ApiContract["contracts"], operation: ApiOperation): readonly string[] {
  const known = knownSecrets.get(operation);
  if (known !== undefined) return known;
  const found = (operation.declared.body?.media ?? []).flatMap(([, media]) =>
    branches(contracts, below(media, "schema")).flatMap((place) =>
      childPlaces(below(place, "properties")).flatMap(([name, property]) =>
        isWriteOnly(contracts, property) ? [name] : [],
      ),
    ),
  );
  knownSecrets.set(operation, found);
  return found;
}

function isWriteOnly(contracts: ApiContract["contracts"], property: Place): boolean {
  return branches(contracts, property).some(
    (each) => isSchemaObject(each.value) && each.value.writeOnly === true,
  );
}

interface Shown {
  readonly value: unknown;
  readonly depth: number;
}

function shownSecret(
  contract: Pick<ApiContract, "contracts">,
  schema: Place,
  { value, depth }: Shown,
): string | undefined {
  if (typeof value !== "object" || value === null || depth > mostDepth) return undefined;
  const all = branches(contract.contracts, schema);
  if (Array.isArray(value)) {
    for (const place of all) {
      const found = shownSecret(contract, below(place, "items"), { value: value[0], depth: depth + 1 });
      if (found !== undefined) return `/0${found}`;
    }
    return undefined;
  }
  for (const place of all)
    for (const [name, property] of childPlaces(below(place, "properties"))) {
      if (!Object.hasOwn(value, name)) continue;
      const own = (value as Record<string, unknown>)[name];
      const isMarked = isWriteOnly(contract.contracts, property);
      if (isMarked && own !== null && own !== undefined) return `/${name}`;
      const found = shownSecret(contract, property, { value: own, depth: depth + 1 });
      if (found !== undefined) return `/${name}${found}`;
    }
  return undefined;
}
