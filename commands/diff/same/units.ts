import type { Document, Reference } from "../../../reader/documents/document.js";
import { type Place, placeAt } from "../../../reader/documents/place.js";
import { resolveReference } from "../../../reader/documents/references.js";
import { listOrEmpty, recordOrEmpty } from "../../../reader/documents/schema-walk.js";
import type { Version } from "../version.js";

/** Members of an OpenAPI document whose entries are units of their own. */
export const listing: ReadonlySet<string> = new Set(["paths", "webhooks", "x-webhooks"]);
/** Those that say nothing of operations. */
const apart: ReadonlySet<string> = new Set(["info", "tags", "externalDocs"]);

/** Sections of components to which references lead. Security schemes, for example, are known by their names. */
const sections: ReadonlySet<string> = new Set(
  "schemas responses parameters examples requestBodies headers callbacks pathItems mediaTypes".split(" "),
);

/** A path item, a webhook or a component of a document, or all else that it has. */
export interface ContractUnit {
  readonly document: Document;
  /** Where it is; none for all else. */
  readonly tokens: readonly string[];
}

/** The units of a version, by keys that both versions share, and which of them refer to which. */
export class Units {
  readonly all = new Map<string, ContractUnit>();
  readonly #targets = new Map<string, Set<string>>();
  #isComplete = true;
  /** OpenAPI documents that have more than one. */
  readonly #divided: ReadonlySet<Document>;

  /** `ids` are what documents are called in both versions. */
  constructor(
    readonly version: Version,
    readonly ids: ReadonlyMap<Document, string>,
  ) {
    const { contracts } = version;
    this.#divided = new Set(contracts.openapi.filter(isDivisible));
    for (const document of contracts.documents.values())
      for (const tokens of this.#places(document))
        this.all.set(this.#key(document, tokens), { document, tokens });
    for (const document of contracts.documents.values())
      for (const reference of document.scan.references) this.#follow(document, reference);
    for (const [key, unit] of this.all) this.#findBase(key, unit);
  }

  /** The units that one refers to. */
  targets(key: string): ReadonlySet<string> {
    return this.#targets.get(key) ?? none;
  }

  /** Whether each reference leads to one of them. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The unit at a place, or around it. */
  around({ document, tokens }: Pick<Place, "document" | "tokens">): string {
    return this.#key(this.version.contracts.documents.get(document.path) ?? document, tokens);
  }

  /** Whether all below a unit's place belongs to it. */
  isWhole({ document, tokens }: ContractUnit): boolean {
    return tokens.length > 0 || !this.#divided.has(document);
  }

  /** The unit that a reference leads to; `undefined` if it leads to none. */
  target(document: Document, ref: string): string | undefined {
    const resolution = resolveReference(this.version.contracts.documents, document, ref);
    if (resolution.kind !== "found") return undefined;
    return this.#key(resolution.target.document, resolution.target.tokens);
  }

  /** What a unit says. */
  content({ document, tokens }: ContractUnit): unknown {
    const { value } = placeAt(document, tokens);
    if (this.isWhole({ document, tokens })) return value;
    const { components, ...members } = recordOrEmpty(value);
    const others = Object.entries(members).filter(([name]) => !listing.has(name) && !apart.has(name));
    const rest = Object.entries(recordOrEmpty(components)).filter(([section]) => !sections.has(section));
    return { ...Object.fromEntries(others), components: Object.fromEntries(rest) };
  }

  #places(document: Document): (readonly string[])[] {
    if (!this.#divided.has(document)) return [[]];
    const root = recordOrEmpty(document.value);
    const entries = [...listing].flatMap((member) =>
      Object.keys(recordOrEmpty(root[member])).map((name) => [member, name]),
    );
    const components = recordOrEmpty(root.components);
    const named = [...sections].flatMap((section) =>
      Object.keys(recordOrEmpty(components[section])).map((name) => ["components", section, name]),
    );
    return [[], ...entries, ...named];
  }

  #key(document: Document, tokens: readonly string[]): string {
    const id = this.ids.get(document) ?? document.file;
    const [member = "", section = ""] = tokens;
    const isComponent = member === "components" && sections.has(section);
    const length = isComponent ? 3 : 2;
    const isPart = listing.has(member) || isComponent;
    if (!isPart || tokens.length < length || !this.#divided.has(document)) return id;
    return [id, ...tokens.slice(0, length)].join("\n");
  }

  #follow(document: Document, { ref, tokens }: Pick<Reference, "ref" | "tokens">): void {
    const from = this.#key(document, tokens);
    const to = this.target(document, ref);
    if (to === undefined) this.#isComplete = false;
    else this.#connect(from, to);
  }

  /** A discriminator may stand for a schema that extends the one that has it. */
  #findBase(key: string, { document, tokens }: ContractUnit): void {
    if (tokens.length === 0) return;
    for (const base of listOrEmpty(recordOrEmpty(placeAt(document, tokens).value).allOf)) {
      const { $ref } = recordOrEmpty(base);
      if (typeof $ref !== "string") continue;
      const resolution = resolveReference(this.version.contracts.documents, document, $ref);
      if (resolution.kind !== "found") continue;
      const { target } = resolution;
      if (recordOrEmpty(target.value).discriminator !== undefined)
        this.#connect(this.#key(target.document, target.tokens), key);
    }
  }

  #connect(from: string, to: string): void {
    const known = this.#targets.get(from);
    if (known === undefined) this.#targets.set(from, new Set([to]));
    else known.add(to);
  }
}

const none: ReadonlySet<string> = new Set();

/** Whether the parts of a document know each other by references alone. Links know operations by name. */
function isDivisible({ scan, value }: Document): boolean {
  return scan.identifiers.length === 0 && !hasLinks(value);
}

function hasLinks(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, held]) => (name === "links" && Object.values(recordOrEmpty(held)).some(isLink)) || hasLinks(held),
  );
}

function isLink(value: unknown): boolean {
  const { operationId, operationRef, $ref } = recordOrEmpty(value);
  return [operationId, operationRef, $ref].some((each) => typeof each === "string");
}
