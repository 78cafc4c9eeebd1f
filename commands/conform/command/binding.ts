import type { ApplicationBinding } from "@oipkit/runtime/webhook";
import { UsageError } from "../../options/option.js";
import { isBoundTo, unbound } from "../../options/shared-options.js";
import { exampleBindings } from "../request/fresh-event.js";
import type { Suite } from "../suite/suite.js";

/** The binding that the receiver is configured with; parts that aren't given aren't compared. */
export interface BindingSettings {
  readonly application: string | undefined;
  readonly environment: string | undefined;
  readonly organization: string | undefined;
  readonly product: string | undefined;
}

/** The binding in the values of a command line, or in the file of `--env-file`. */
export function bindingSettings(
  { application, environment, organization, product }: BindingSettings,
  file: Partial<Pick<BindingSettings, "application" | "environment">>,
): BindingSettings {
  return {
    application: application ?? file.application,
    environment: environment ?? file.environment,
    organization,
    product,
  };
}

/**
 * The binding to send with: what was given. Application and environment default to the values in the suite's
 * examples; nothing is needed for what the protocol doesn't bind events to. Throws `UsageError` if the examples don't contain exactly one value.
 */
export function applicationBinding(suite: Suite, given: BindingSettings): ApplicationBinding {
  const { placeholders } = exampleBindings(suite);
  const own = (part: "application" | "environment"): string => {
    if (!isBoundTo(suite.protocol, part)) return given[part] ?? unbound;
    const value = given[part] ?? onlyText(placeholders[part]);
    if (value !== undefined) return value;
    throw new UsageError(`--${part} is required: the examples don't contain exactly one value`);
  };
  const { organization, product } = given;
  return {
    id: own("application"),
    environment: own("environment"),
    ...(organization !== undefined && { organization }),
    ...(product !== undefined && { product }),
  };
}

function onlyText(values: ReadonlySet<unknown>): string | undefined {
  const texts = [...values].filter((value) => typeof value === "string");
  if (texts.length === 1) return texts[0];
  return undefined;
}
