import { buildModel } from "../../../generator/build-model.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import type { Model } from "../../../reader/model/model.js";
import { inOrder } from "../../../reader/model/order.js";
import { json } from "../../../reader/text/json.js";
import type { Change } from "../finding.js";
import { placeIn } from "../place-in.js";
import type { Version, Versions } from "../version.js";
import { changesOf } from "./changes.js";
import { compareSdks } from "./compare-sdks.js";
import { generateSdk, type NamedVersion, namedAlike, outputsOf, type Sdk } from "./sdk.js";
import type { SdkFacts } from "./sdk-facts.js";
import { WalkTimeout } from "./walk/walk.js";

/** How long the comparison may take. */
export interface SourceOptions {
  /** Milliseconds; it is only looked at between the comparisons of types. */
  readonly time: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * What makes code that uses the SDK of the old version fail to compile with that of the new one. Contracts of which no SDK
 * can be generated, and comparisons that take too long, give one change that says so.
 */
export async function compareSource(versions: Versions, { time, now }: SourceOptions): Promise<Change[]> {
  const deadline = now() + time;
  const named = namedAlike(versions);
  const only = outputsOf([versions.old, versions.new]);
  const sdks: Sdk[] = [];
  for (const { version, contracts } of [named.old, named.new])
    try {
      sdks.push(await generateSdk(contracts, only));
    } catch (error) {
      return [notCompared(versions, `no SDK can be generated of ${version.label}: ${reasonOf(error)}`)];
    }
  const [old, current] = sdks;
  if (old === undefined || current === undefined || isSame(old, current)) return [];
  const models = { old: modelOf(named.old), new: modelOf(named.new) };
  try {
    const comparison = compareSdks({ old, new: current, facts: factsOf(models.old), deadline, now });
    return changesOf(comparison, {
      old: { ...named.old, model: models.old },
      new: { ...named.new, model: models.new },
    });
  } catch (error) {
    if (!(error instanceof WalkTimeout) && !(error instanceof RangeError)) throw error;
    const reason = error instanceof RangeError ? error.message : `it took longer than ${time} ms`;
    return [notCompared(versions, `the comparison wasn't finished: ${reason}`)];
  }
}

function modelOf({ contracts }: NamedVersion): Model {
  return buildModel(inOrder(contracts));
}

function factsOf({ apis, eventSets }: Model): SdkFacts {
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

function reasonOf(error: unknown): string {
  if (error instanceof ContractError) {
    const [first] = error.diagnostics;
    if (first !== undefined) return `${first.file}${first.pointer ?? ""}: ${first.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}

function notCompared(versions: Versions, message: string): Change {
  return {
    code: "source-not-compared",
    change: "changed",
    breaks: "source",
    effects: { consumer: "undecided" },
    ...rootsOf(versions),
    subjects: ["the generated SDK"],
    message,
    remedy: "Run `oipkit generate` on the contracts of each version, which reports every problem",
  };
}

function rootsOf(versions: Versions): Pick<Change, "old" | "new"> {
  const root = ({ contracts: { openapi, asyncapi, schemas } }: Version) => {
    const [document] = [...openapi, ...asyncapi, ...schemas];
    return document && placeIn(document, []);
  };
  const [old, current] = [root(versions.old), root(versions.new)];
  return { ...(old && { old }), ...(current && { new: current }) };
}
