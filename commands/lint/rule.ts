import { OipkitError } from "@oipkit/runtime/errors";
import type { Contracts } from "../../reader/documents/contracts.js";
import type { Document } from "../../reader/documents/document.js";
import type { Place } from "../../reader/documents/place.js";
import type { Severity } from "./config.js";
import type { ListedMessage, ListedOperation } from "./walk/operations.js";
import type { SchemaNode } from "./walk/schema-node.js";

/** The documents that a rule may have findings in. */
export type Format = "openapi" | "asyncapi" | "schema";

/** A rule: a plain function from contracts to what is wrong with them, and texts about it. */
export interface Rule {
  /** Lower-case words with hyphens; a plugin's rule is known as `<plugin>/<rule>`. */
  readonly name: string;
  /** The documents that it looks at. */
  readonly formats: readonly Format[];
  /** One sentence: what the rule finds. */
  readonly finds: string;
  /** One sentence: why that is a problem. */
  readonly why: string;
  /** One sentence: what to do. The hint of findings without a remedy of their own. */
  readonly remedy: string;
  /** Its severity unless a configuration changes it. */
  readonly severity: Severity;
  /** Whether `--fix` can correct some of its findings. */
  readonly fixable?: boolean;
  /** The defaults of its options. A configuration may set these and no others. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Returns the findings, in any order. The same contracts must give the same findings. */
  check(context: RuleContext): Iterable<RuleFinding>;
}

/** What a rule found. */
export interface RuleFinding {
  /** In the document that has the fault, wherever the references to it are. */
  readonly place: Place;
  /** Whether to point at the value or at its key. Default: the value. */
  readonly target?: "key" | "value";
  /** One sentence about this place, without a full stop. */
  readonly message: string;
  /** What to do here. Default: the rule's. */
  readonly remedy?: string;
  /** Distinguishes findings of the rule at the same place. */
  readonly detail?: string;
  /** Whether the value is a secret, which no report may repeat. */
  readonly secret?: boolean;
  /** An edit that corrects it and doesn't change anything else. */
  readonly fix?: Fix;
}

/** What rules look at. The lists are made when a rule first asks for them. */
export interface RuleContext {
  /** All documents that were read, with positions, examples and references. */
  readonly contracts: Contracts;
  /** Every schema object, with the direction in which its instances are sent. */
  readonly schemas: readonly SchemaNode[];
  /** The operations of OpenAPI documents, those of webhooks and callbacks included. */
  readonly operations: readonly ListedOperation[];
  /** The messages of AsyncAPI documents. */
  readonly messages: readonly ListedMessage[];
  /** The rule's options: its defaults, and what the configuration changes. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Rules of your own. */
export interface LintPlugin {
  /** Comes before the names of its rules: `acme/no-foo`. Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** The default export of a plugin's module: the plugin, or a function that makes it from the configured options. */
export type LintPluginModule<Options = never> =
  | LintPlugin
  | ((options: Options) => LintPlugin | Promise<LintPlugin>);

/** Returns the plugin, so that an editor knows its type. */
export function defineLintPlugin(plugin: LintPlugin): LintPlugin {
  return plugin;
}

/** A rule threw, or returned something other than findings. */
export class LintRuleError extends OipkitError {
  readonly code = "lint-rule-failed";
  constructor(
    readonly rule: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`rule ${rule}: ${problem}`, options);
  }
}

/** A finding before it has a severity: what a rule, an engine or the reader found. */
export interface Found {
  readonly code: string;
  readonly document: Document;
  readonly tokens: readonly string[];
  readonly target: "key" | "value";
  /** One sentence without a full stop. */
  readonly message: string;
  readonly hint: string | undefined;
  readonly detail?: string | undefined;
  readonly fix?: Fix | undefined;
  /** Whether the tokens are those of the file as it was read, before anything was replaced or left out. */
  readonly isAtOrigin?: boolean;
  /** Whether reports may not show the line. */
  readonly secret?: boolean;
  /** Offsets in the text, if the finding isn't about a value: a comment. */
  readonly span?: { readonly from: number; readonly to: number };
}

/** An edit of a document: the finding is gone after it, and no other value has changed. */
export type Fix =
  /** Removes a property or an item. */
  | { readonly kind: "remove"; readonly tokens: readonly string[] }
  /** Replaces a string. */
  | { readonly kind: "replace"; readonly tokens: readonly string[]; readonly text: string }
  /** Removes text that isn't part of the value, such as a comment. Offsets in UTF-16 units. */
  | { readonly kind: "cut"; readonly from: number; readonly to: number };
