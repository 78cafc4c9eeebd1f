import { buildModel } from "../../../generator/build-model.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import type { Model } from "../../../reader/model/model.js";
import { inOrder } from "../../../reader/model/schemas.js";
import { json } from "../../../reader/text/json.js";
import { type ContractChange, placeIn } from "../comparison.js";
import type { Version, Versions } from "../version.js";
import type { ComparedSdkFacts } from "./cause.js";
import { sourceChanges } from "./changes.js";
import { compareSdks } from "./compare-sdks.js";
import { comparedOutputs, generateSdk, type NamedVersion, namedAlike, type Sdk } from "./sdk.js";
import { WalkTimeout } from "./walk/walk.js";

/** How long the comparison may take. */
export interface SourceComparisonOptions {
  /** Milliseconds; it is only looked at between the comparisons of types. */
  readonly time: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * What makes code that uses the SDK of the old version fail to compile with that of the new one. Contracts of which no SDK
 * can be generated, and comparisons that take too long, give one change that says so.
 */
export async function compareSource(
  versions: Versions,
  { time, now }: SourceComparisonOptions,
): Promise<ContractChange[]> {
  const deadline = now() + time;
  const named = namedAlike(versions);
  const only = comparedOutputs([versions.old, versions.new]);
  const sdks: Sdk[] = [];
  for (const { version, contracts } of [named.old, named.new])
    try {
      sdks.push(await generateSdk(contracts, only));
    } catch (error) {
      return [notCompared(versions, `no SDK can be generated of ${version.label}: ${errorReason(error)}`)];
    }
  const [old, current] = sdks;
  if (old === undefined || current === undefined || isSame(old, current)) return [];
  const models = { old: makeModel(named.old), new: makeModel(named.new) };
  try {
    const comparison = compareSdks({ old, new: current, facts: sdkFacts(models.old), deadline, now });
    return sourceChanges(comparison, {
      old: { ...named.old, model: models.old },
      new: { ...named.new, model: models.new },
    });
  } catch (error) {
    if (!(error instanceof WalkTimeout) && !(error instanceof RangeError)) throw error;
    const reason = error instanceof RangeError ? error.message : `it took longer than ${time} ms`;
    return [notCompared(versions, `the comparison wasn't finished: ${reason}`)];
  }
}

function makeModel({ contracts }: NamedVersion): Model {
  return buildModel(inOrder(contracts));
}

function sdkFacts({ apis, eventSets }: Model): ComparedSdkFacts {
  const webhooks = apis.flatMap(({ operations }) => operations.filter(({ kind }) => kind === "webhook"));
  return {
    eventModules: new Set(eventSets.map(({ name }) => `${name}/types.js`)),
    webhooks: new Set(webhooks.map(({ operationId }) => `operations[${json(operationId)}]`)),
  };
}

/** Whether the generated code is the same, with its comments. */
function isSame(old: Sdk, current: Sdk): boolean {
  return old.size === current.size && [...old].every(([path, text]) => current.get(path) === text);
}

function errorReason(error: unknown): string {
  if (error instanceof ContractError) {
    const [first] = error.diagnostics;
    if (first !== undefined) return `${first.file}${first.pointer ?? ""}: ${first.message}`;
  }
  if (error instanceof Error) return error.message;
  return String(error);
}

function notCompared(versions: Versions, message: string): ContractChange {
  return {
    code: "source-not-compared",
    change: "changed",
    breaks: "source",
    effects: { consumer: "undecided" },
    ...rootPlaces(versions),
    subjects: ["the generated SDK"],
    message,
    remedy: "Run `oipkit generate` on the contracts of each version, which reports every problem",
  };
}

function rootPlaces(versions: Versions): Pick<ContractChange, "old" | "new"> {
  const root = ({ contracts: { openapi, asyncapi, schemas } }: Version) => {
    const [document] = [...openapi, ...asyncapi, ...schemas];
    return document && placeIn(document, []);
  };
  const [old, current] = [root(versions.old), root(versions.new)];
  return { ...(old && { old }), ...(current && { new: current }) };
}
