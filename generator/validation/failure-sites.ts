import { toPointer, valueAt } from "../read/pointer.js";
import { isSchemaObject, type SchemaObject } from "../read/schema-walk.js";
import type { AjvCode } from "./ajv-code.js";
import type { Level } from "./level.js";
import type { DocumentNames, Linked } from "./linked.js";
import type { Origin } from "./origins.js";
import type { Rule } from "./rules.js";
import { schemaTokens } from "./schema-path.js";
import { secretNames } from "./secrets.js";
import { sentenceOf, violationCode } from "./sentence.js";

/** `[code, keyword, schemaPointer, clause, text, shows, item, level]`: what is known of a failure before it happens. */
export type Site = readonly [
  code: string,
  keyword: string,
  schemaPointer: string,
  clause: string,
  text: string,
  shows: 0 | 1,
  item: string,
  level?: Level,
];

/** What the description of a failure depends on. */
export interface SiteContext {
  readonly names: DocumentNames;
  readonly linked: Linked;
  /** By function, what an event of it is called in a sentence, and where its own narrowing stands. */
  readonly subjects: ReadonlyMap<string, { readonly phrase: string; readonly place: Origin }>;
}

/** A place where Ajv's code fails: the schema path (`#/properties/…/enum`) in the schema of a function. */
export interface FailurePoint {
  readonly functionName: string;
  readonly schemaPath: string;
  readonly item?: string | undefined;
}

/** The table of all places at which a validator can fail; the same place stands in it once. */
export class FailureSites {
  readonly #sites: Site[] = [];
  readonly #known = new Map<string, number>();
  readonly #secrets: ReadonlySet<string>;

  constructor(readonly context: SiteContext) {
    this.#secrets = secretNames(context.linked);
  }

  get table(): readonly Site[] {
    return this.#sites;
  }

  /** How much a site's failure weighs, where it isn't that of a `must`. */
  levelOf(index: number): Level | undefined {
    return this.#sites[index]?.[7];
  }

  /** The number of a place's site. */
  indexOf(ajv: AjvCode, point: FailurePoint): number {
    const site = this.#siteOf(ajv, point);
    const key = JSON.stringify(site);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.#sites.length);
    return this.#sites.push(site) - 1;
  }

  #siteOf(ajv: AjvCode, { functionName, schemaPath, item }: FailurePoint): Site {
    const root = ajv.functions.get(functionName);
    const tokens = schemaTokens(schemaPath);
    const keyword = tokens.pop() ?? "";
    const subject = this.context.subjects.get(functionName);
    if (keyword === "false schema") return this.#falseSite(root, { tokens, subject: subject?.place });
    const node = valueAt(root, tokens);
    if (!isSchemaObject(node)) throw new Error(`no schema at ${schemaPath} of ${functionName}`);
    const { origins } = this.context.linked;
    const origin = origins.of(node, keyword, item) ?? origins.any(node);
    const phrase = subject && origin?.document === subject.place.document ? subject.phrase : undefined;
    const text = sentenceOf(keyword, node, { item, phrase });
    const named = origin?.keyword ?? keyword;
    const level = keyword === "x-rules" ? ruleOf(node, item)?.level : origin?.level;
    const site = [
      violationCode(named, item),
      named,
      origin ? this.#pointer(origin, [named]) : "",
      clauseOf(origin, node, { keyword, item }),
      text,
      text.startsWith("{value}") && !this.#isSecret(root, tokens) ? 1 : 0,
      item ?? "",
    ] as const;
    return level === "should" || level === "info" ? [...site, level] : site;
  }

  /** A schema that is just `false` has no origin of its own: it is found through the schema around it. */
  #falseSite(
    root: unknown,
    { tokens, subject }: { readonly tokens: readonly string[]; readonly subject: Origin | undefined },
  ): Site {
    const { origins } = this.context.linked;
    for (let length = tokens.length - 1; length >= 0; length--) {
      const above = valueAt(root, tokens.slice(0, length));
      const [keyword = "", ...rest] = tokens.slice(length);
      const origin = isSchemaObject(above) ? (origins.of(above, keyword) ?? origins.any(above)) : undefined;
      if (!isSchemaObject(above) || origin === undefined) continue;
      const isBeside = origin.keyword !== undefined && keyword === "allOf";
      const pointer = this.#pointer(origin, [origin.keyword ?? keyword, ...(isBeside ? [] : rest)]);
      return falseSite(pointer, clauseOf(origin, above, { keyword, item: undefined }));
    }
    return falseSite(subject ? this.#pointer(subject, []) : "", "");
  }

  #pointer(origin: Origin, tokens: readonly string[]): string {
    const name = this.context.names.get(origin.document.path) ?? "";
    return `${name}#${toPointer([...origin.tokens, ...tokens])}`;
  }

  #isSecret(root: unknown, tokens: readonly string[]): boolean {
    const { origins } = this.context.linked;
    return (
      tokens.some((token, index) => {
        const above = valueAt(root, tokens.slice(0, index + 1));
        const isName = tokens[index - 1] === "properties" && this.#secrets.has(token);
        return isName || (isSchemaObject(above) && origins.of(above, "x-secret") !== undefined);
      }) ||
      (isSchemaObject(root) && origins.of(root, "x-secret") !== undefined)
    );
  }
}

function falseSite(schemaPointer: string, clause: string): Site {
  return ["false-schema", "false", schemaPointer, clause, sentenceOf("false schema", {}, {}), 0, ""];
}

/** The rule's own clause, else the one noted nearest above the keyword. */
function clauseOf(
  origin: Origin | undefined,
  node: SchemaObject,
  { keyword, item }: { keyword: string; item: string | undefined },
): string {
  const rule = keyword === "x-rules" ? ruleOf(node, item) : undefined;
  if (rule?.clause !== undefined) return rule.clause;
  if (origin === undefined) return "";
  for (let length = origin.tokens.length; length >= 0; length--) {
    const above = valueAt(origin.document.value, origin.tokens.slice(0, length));
    const clause = isSchemaObject(above) ? above["x-clause"] : undefined;
    if (typeof clause === "string") return clause;
  }
  return "";
}

function ruleOf(node: SchemaObject, name: string | undefined): Rule | undefined {
  return (node["x-rules"] as readonly Rule[]).find(({ rule }) => rule === name);
}
