import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { JsonObject } from "@oipkit/runtime/webhook";
import { nearestModules } from "../../generator/cache/nearest-modules.js";
import type { Change } from "../conform/suite/delivery.js";
import type { Suite } from "../conform/suite/suite.js";
import { UsageError } from "../options/option.js";
import type { DeliveryChoice } from "./choose.js";
import type { SendPlan } from "./options.js";

/** A version of a resource that a receiver has accepted from `oipkit send`. */
interface SentVersion {
  readonly family: string;
  readonly resource: string;
  readonly version: number;
}

/** The receiver and the Application that versions are remembered for. */
interface SentTo {
  readonly cwd: string;
  readonly to: string;
  readonly application: string;
}

/** More are never continued by hand. */
const maxRemembered = 100;

/** The accepted versions, the latest last; none if there is no `node_modules` to remember them in. */
export async function sentVersions(target: SentTo): Promise<readonly SentVersion[]> {
  const file = await findFile(target.cwd);
  const { [targetKey(target)]: versions } = file === undefined ? {} : await read(file);
  if (Array.isArray(versions)) return versions.filter(isVersion);
  return [];
}

/** Remembers an accepted version in `node_modules/.cache/oipkit`. Does nothing if that isn't possible: it is a convenience. */
export async function rememberVersion(target: SentTo, sent: SentVersion): Promise<void> {
  const file = await findFile(target.cwd);
  if (file === undefined) return;
  const others = (await sentVersions(target)).filter(
    ({ family, resource }) => family !== sent.family || resource !== sent.resource,
  );
  const all = { ...(await read(file)), [targetKey(target)]: [...others, sent].slice(-maxRemembered) };
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(draft, JSON.stringify(all));
    await rename(draft, file);
  } catch {
    // A read-only folder.
  }
}

async function findFile(cwd: string): Promise<string | undefined> {
  const modules = await nearestModules(cwd);
  if (modules === undefined) return undefined;
  return join(modules, ".cache", "oipkit", "sent-versions.json");
}

/** A digest: the address may hold a credential. */
function targetKey({ to, application }: SentTo): string {
  return createHash("sha256")
    .update(JSON.stringify([to, application]))
    .digest("hex");
}

async function read(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
    return {};
  } catch {
    return {};
  }
}

function isVersion(value: unknown): value is SentVersion {
  const { family, resource, version } = (value ?? {}) as Partial<Record<keyof SentVersion, unknown>>;
  return typeof family === "string" && typeof resource === "string" && Number.isSafeInteger(version);
}

/** The resource that an event is about, and the changes that give it its version. */
interface Fitted {
  /** Family of its resource; `undefined` if its events aren't ordered. */
  readonly family: string | undefined;
  /** `undefined` for a fresh one. */
  readonly resource: string | undefined;
  readonly change: readonly Change[];
}

/** A choice with the version that fits, and its resource; the delivery of a conformance case is left as it is. */
export function placed(
  suite: Suite,
  plan: SendPlan,
  { choice, sent }: { readonly choice: DeliveryChoice; readonly sent: readonly SentVersion[] },
): Omit<Fitted, "change"> & { readonly choice: DeliveryChoice } {
  const { example } = choice.delivery;
  const event = example && suite.examples[example.subject]?.[example.case];
  if (choice.testCase !== undefined || example === undefined || event === undefined)
    return { choice, family: undefined, resource: undefined };
  const { subject } = example;
  const { change, ...place } = fitVersion(suite, {
    plan,
    subject,
    event,
    named: plan.event !== subject,
    sent,
  });
  const delivery = { ...choice.delivery, change: [...change, ...(choice.delivery.change ?? [])] };
  return { ...place, choice: { ...choice, delivery } };
}

interface FitOptions {
  readonly plan: Pick<SendPlan, "resource" | "next" | "version">;
  readonly subject: string;
  readonly event: JsonObject;
  /** Whether the example was named, and so keeps its version by default. */
  readonly named: boolean;
  /** Accepted versions, the latest last. */
  readonly sent: readonly SentVersion[];
}

/**
 * Gives an event the version that a receiver can handle at once: 1 for a new resource, with `next` the one after the
 * last accepted. Fields that the contract requires to be equal change with it. Throws `UsageError`.
 */
function fitVersion(suite: Suite, { plan, subject, event, named, sent }: FitOptions): Fitted {
  const { resource: resourceAt, version: versionAt } = suite.protocol.event.ordering ?? {};
  const order = Object.hasOwn(suite.orders ?? {}, subject) ? suite.orders?.[subject] : undefined;
  const family = order?.family;
  const given = (["resource", "next", "version"] as const).find((name) => Boolean(plan[name]));
  const has = (pointer: string | undefined): pointer is string =>
    pointer !== undefined && valueAtPointer(event, pointer) !== undefined;
  if (!has(versionAt) || !has(resourceAt)) {
    if (given !== undefined)
      throw new UsageError(`--${given}: ${subject} belongs to no resource that has versions`);
    return { family: undefined, resource: undefined, change: [] };
  }
  const last = plan.next
    ? sent.findLast(
        (each) => each.family === family && (plan.resource === undefined || each.resource === plan.resource),
      )
    : undefined;
  if (plan.next && last === undefined) {
    const about = plan.resource === undefined ? "" : " about this resource";
    throw new UsageError(
      `--next: no event of this kind${about} is known to be accepted there; send one without --next, or use --resource and --version`,
    );
  }
  const resource = plan.resource ?? last?.resource;
  const version = last === undefined ? (plan.version ?? (named ? undefined : 1)) : last.version + 1;
  if (version === undefined) return { family, resource, change: [] };
  const places = new Set([versionAt, ...linkedTo(versionAt, order?.equal ?? [])]);
  const held = [...places].filter((place) => valueAtPointer(event, place) !== undefined);
  return { family, resource, change: held.map((set) => ({ set, to: version })) };
}

/** The fields that equal a field, directly or through others. */
function linkedTo(pointer: string, pairs: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const found = new Set([pointer]);
  for (const place of found) {
    for (const [one, other] of pairs) {
      if (one === place) found.add(other);
      if (other === place) found.add(one);
    }
  }
  return found;
}
