import { valueAt } from "../read/pointer.js";
import type { AjvCode } from "./ajv-code.js";
import type { FailureSites } from "./failure-sites.js";
import { declaredEvaluation, freshEvaluation } from "./fresh-evaluation.js";
import { schemaTokens } from "./schema-path.js";

/** A JavaScript string literal as Ajv prints it. */
const text = '"(?:[^"\\\\]|\\\\.)*"';
const record = `\\{instancePath(?::(.*?))?,schemaPath:(${text}),keyword:(${text}),params:(\\{.*\\})(?:,propertyName:(\\w+))?\\}`;
const failureLine = new RegExp(`^const (err\\d+) = (?:${record}|\\{\\});$`);
const returnLine = new RegExp(`^(validate\\d+)\\.errors = \\[${record}\\];$`);
const openRecord = /^(?:const err\d+ = \{instancePath|validate\d+\.errors = \[\{instancePath)/;
const functionLine = /^(?:const \w+ = )?function (validate\d+)\(/;
const concatLine = /^vErrors = vErrors === null \? (validate\d+)\.errors : vErrors\.concat\(\1\.errors\);$/;

const evaluatedTable = /^(?:var )?props\d+ = (?:props\d+ \|\| )?\{\};$/;
const evaluatedName = /^(props\d+)(\[.*\]|\.\w+) = true;$/;

interface Failure {
  readonly functionName: string;
  /** The expression of the instance path. */
  readonly path: string;
  readonly schemaPath: string;
  readonly keyword: string;
  /** The expression of Ajv's parameters. */
  readonly params: string;
  /** The variable that holds the name, where it is a property's name that fails. */
  readonly propertyName: string | undefined;
}

/**
 * Ajv's code with numbers of failure sites instead of error records: smaller, with an end to the number of
 * failures kept, and with the contract's own places. Works line by line on Ajv's one statement a line, so
 * nothing inside of a string literal is ever taken for code.
 */
export function rewriteFailures(ajv: AjvCode, sites: FailureSites): string[] {
  const lines = declaredEvaluation(freshEvaluation(wholeRecords(ajv.lines)));
  const output: string[] = [];
  let functionName = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    functionName = functionLine.exec(line)?.[1] ?? functionName;
    const failed = failureLine.exec(line);
    const returned = returnLine.exec(line);
    const concatenated = concatLine.exec(line);
    if (failed) {
      const pushed = pushOf(failed[1] ?? "");
      if (!pushed.every((expected, index) => lines[at + 1 + index] === expected))
        throw new Error(`Ajv's code isn't of the known form: ${line}`);
      at += pushed.length;
      output.push(`vErrors = fail(vErrors, ${argumentsOf(ajv, sites, failureOf(functionName, failed))});`);
    } else if (returned) {
      const failure = failureOf(functionName, returned);
      output.push(`${returned[1]}.errors = fail(null, ${argumentsOf(ajv, sites, failure)});`);
    } else if (concatenated) {
      output.push(`vErrors = append(vErrors, ${concatenated[1]}.errors);`);
    } else {
      output.push(withSafeEvaluation(line));
    }
  }
  return output;
}

/**
 * Names that are evaluated stand in a table without prototype: `constructor` isn't evaluated just because every
 * object has it. And there may be no table: `true` says that all are evaluated, which Ajv forgets here.
 */
function withSafeEvaluation(line: string): string {
  if (evaluatedTable.test(line)) return line.replace("{}", "Object.create(null)");
  return line.replace(evaluatedName, "if($1 !== true) ($1 ??= Object.create(null))$2 = true;");
}

/** Joins what Ajv spreads over several lines: the parameters of some keywords. */
function wholeRecords(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    let line = lines[at] ?? "";
    const isOpen = openRecord.test(line);
    while (isOpen && !/\}\]?;$/.test(line) && at < lines.length) line += ` ${(lines[++at] ?? "").trim()}`;
    whole.push(line);
  }
  return whole;
}

function pushOf(name: string): string[] {
  return ["if(vErrors === null){", `vErrors = [${name}];`, "}", "else {", `vErrors.push(${name});`, "}"];
}

/** What Ajv wrote down; nothing, where the failure only counts (below `not` and `if`). */
function failureOf(functionName: string, match: RegExpExecArray): Failure | undefined {
  const [, , path = "instancePath", schemaPath, keyword, params = "{}", propertyName] = match;
  if (schemaPath === undefined || keyword === undefined) return undefined;
  return {
    functionName,
    path,
    schemaPath: JSON.parse(schemaPath) as string,
    keyword: JSON.parse(keyword) as string,
    params,
    propertyName,
  };
}

const namesProperty = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "dependentRequired",
]);

/** The arguments of `fail` behind the list: place, site, and what only the moment of failure knows. */
function argumentsOf(ajv: AjvCode, sites: FailureSites, failure: Failure | undefined): string {
  if (failure === undefined) return '"", 0';
  const { path, params, keyword, propertyName } = failure;
  const { site, advises } = siteOf(ajv, sites, failure);
  const named = propertyName === undefined ? "" : `propertyName: ${propertyName}`;
  const facts = namesProperty.has(keyword)
    ? named === ""
      ? params
      : `${params.slice(0, -1)}, ${named}}`
    : named === ""
      ? undefined
      : `{${named}}`;
  if (advises) return `${path}, ${site}, ${facts ?? "undefined"}, true`;
  return `${path}, ${site}${facts === undefined ? "" : `, ${facts}`}`;
}

interface SiteCode {
  /** An expression of the site's number. */
  readonly site: string;
  /** Whether no `must` fails there. */
  readonly advises: boolean;
}

function siteOf(ajv: AjvCode, sites: FailureSites, failure: Failure): SiteCode {
  const { functionName, schemaPath, keyword, params } = failure;
  const indexOf = (item?: string) => sites.indexOf(ajv, { functionName, schemaPath, item });
  const single = (index: number) => ({ site: String(index), advises: sites.levelOf(index) !== undefined });
  const item = new RegExp(`^\\{(?:missingProperty|rule): (${text})\\}$`).exec(params)?.[1];
  if (item !== undefined) return single(indexOf(JSON.parse(item) as string));
  const missing = /^\{missingProperty: (\w+)\}$/.exec(params)?.[1];
  if (keyword !== "required" || missing === undefined) return single(indexOf());
  const names = valueAt(ajv.functions.get(functionName), schemaTokens(schemaPath)) as string[];
  const table = names.map((name) => [name, indexOf(name)] as const);
  const advises = table.every(([, index]) => sites.levelOf(index) !== undefined);
  return { site: `new Map(${JSON.stringify(table)}).get(${missing})`, advises };
}
