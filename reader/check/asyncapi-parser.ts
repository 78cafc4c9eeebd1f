import type { Diagnostic } from "@asyncapi/parser";
import type { Contracts } from "../documents/contracts.js";
import type { Document } from "../documents/document.js";
import { loadAsyncApiParser } from "../large-libraries.js";
import { isFastPattern } from "../patterns/compile-pattern.js";
import { notJudged, unmarked } from "./foreign-parsers.js";

/** Which rules the parser has besides those of the specification. */
interface ParserRules {
  /** Whether to report what the AsyncAPI Initiative recommends. */
  readonly recommended: boolean;
}

/** Loads the AsyncAPI Initiative's parser; the result returns its diagnostics of a document. */
export async function asyncApiParser(
  contracts: Contracts,
  { recommended }: ParserRules,
): Promise<(document: Document) => Promise<readonly Diagnostic[]>> {
  const { Parser } = loadAsyncApiParser();
  class ReusingParser extends Parser {
    constructor(options: ConstructorParameters<typeof Parser>[0]) {
      super(options);
      reuseCompiledSchemas(this.spectral.ruleset?.rules ?? {});
    }
  }
  const parser = new ReusingParser({
    ruleset: { core: true, recommended, ...(hasSlowPattern(contracts) && withoutValues) },
    __unstable: {
      resolver: {
        cache: false,
        resolvers: ["file", "http", "https"].map((schema) => resolverOfContracts(contracts, schema)),
      },
    },
  });
  return async (document) => {
    const { diagnostics } = await parser.parse(parserText(document), { source: document.path });
    // The parser catches its own overflows and puts their stack traces into messages.
    if (diagnostics.some(({ message }) => /Maximum call stack size exceeded/.test(message)))
      throw new RangeError("Maximum call stack size exceeded");
    return diagnostics
      .map(withoutFailure)
      .map((found) => ({
        ...found,
        message: withoutStack(unmarked(found.message)),
        path: unmarkedPath(found.path),
      }))
      .filter(({ message, path }, _, all) => !isAlternative(message, path, all));
  };
}

/** Rules that match values with the patterns of the document by backtracking, which a pattern may keep busy for ever. */
const valueRules = [
  "asyncapi2-message-examples",
  "asyncapi2-message-examples-custom-format",
  "asyncapi2-schema-default",
  "asyncapi2-schema-examples",
] as const;

const withoutValues = { rules: Object.fromEntries(valueRules.map((rule) => [rule, "off"] as const)) };

/** Whether a library may not match values with the patterns of the contracts. */
export function hasSlowPattern(contracts: Contracts): boolean {
  return [...contracts.documents.values()].some(({ scan }) =>
    scan.patterns.some(({ value }) => !isFastPattern(String(value))),
  );
}

/** The parser catches what its rules throw and reports it as a fault of the document. */
function withoutFailure(found: Diagnostic): Diagnostic {
  if (found.code !== "uncaught-error" && !/^Error thrown during /.test(found.message)) return found;
  const { code, message } = notJudged(undefined, "the AsyncAPI Initiative's parser");
  return { ...found, code, message, severity: 0, path: [] };
}

/** The parser puts the stack trace of an error of its own into the message. */
function withoutStack(message: string): string {
  return message.replace(/, stack: [\s\S]*$/, "");
}

type Path = readonly (string | number)[];

/** The parser also names the type of an alternative that the document doesn't use, and all alternatives, above what is wrong. */
function isAlternative(message: string, path: Path, all: readonly { readonly path: Path }[]): boolean {
  if (!/property type must be|property must match "(?:then|else)" schema/.test(message)) return false;
  return all.some(
    (other) => other.path.length > path.length && path.every((step, index) => other.path[index] === step),
  );
}

/**
 * Gives the parser only the files as they were read, so that a run sees one state of the contracts. The parser
 * would also fetch a `$ref` in example data; `checkReferences` has checked the real references.
 */
function resolverOfContracts(contracts: Contracts, schema: string) {
  return {
    schema,
    order: 1,
    canRead: true,
    read: (uri: { toString(): string }): string => {
      const path = decodeURIComponent(uri.toString().replace(/^file:\/\//, ""));
      const document = contracts.documents.get(path);
      if (document === undefined) return "{}";
      return parserText(document);
    },
  };
}

const mark = "\u2060";
/** A `$ref` whose value may be something other than a text: in JSON it has no quote, in YAML it begins a structure or is a word of its own. */
const odd = /__proto__|<<|\$ref["']?\s*:\s*(?:[{[&|>*!~\d+-]|(?:true|false|null|yes|no|on|off)\b|$)/im;

/**
 * The text of a document as the AsyncAPI parser can read it: it takes any `$ref` for a reference, also a property of that name,
 * and loses `__proto__`. Such names get a mark, which `unmarked` removes. Merge keys and a version that isn't whole were read before.
 */
function parserText({ text, value }: Pick<Document, "text" | "value">): string {
  const { asyncapi: version } = (value ?? {}) as { asyncapi?: unknown };
  const isWhole = typeof version !== "string" || text.includes(version);
  if (odd.test(text) || !isWhole) return JSON.stringify(marked(value));
  return text;
}

/** A path of the parser, without marks. */
function unmarkedPath(path: readonly (string | number)[]): (string | number)[] {
  return path.map((step) => {
    if (typeof step === "string") return unmarked(step);
    return step;
  });
}

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (name === "$ref" && typeof item === "string")
        return [name, item.replace(/\/(\$ref|%24ref|__proto__)(?=\/|$)/g, `/$1${mark}`)];
      return [name === "__proto__" || name === "$ref" ? name + mark : name, marked(item)];
    }),
  );
}

/** What is changed of a rule of Spectral. */
interface CheckingRule {
  then: RuleStep[];
}

interface RuleStep {
  readonly function: (target: never, options: never, context: never) => unknown;
}

const structure = ["asyncapi-document-resolved", "asyncapi-document-unresolved"];

/** Spectral keeps compiled schemas for each such object, of which it has one for each document. */
const inventory = {};

/**
 * Lets all documents of this process share the compiled schemas of the AsyncAPI specification, which take several times as long
 * to compile as a document takes to be checked.
 */
function reuseCompiledSchemas(rules: Readonly<Record<string, CheckingRule>>): void {
  for (const name of structure) {
    const rule = rules[name];
    if (rule === undefined) continue;
    // biome-ignore lint/suspicious/noThenProperty: Spectral's name for what a rule does
    rule.then = rule.then.map((step) => ({
      ...step,
      function: (target: never, options: never, context: object) =>
        step.function(target, options, { ...context, documentInventory: inventory } as never),
    }));
  }
}
