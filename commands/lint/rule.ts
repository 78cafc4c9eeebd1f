import type { Contracts } from "../../reader/documents/contracts.js";
import type { Place } from "../../reader/documents/place.js";
import type { Fix } from "./fixes/fix.js";
import type { Severity } from "./severity.js";
import type { ListedMessage } from "./walk/messages.js";
import type { ListedOperation } from "./walk/operations.js";
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
