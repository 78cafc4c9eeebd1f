import { idOf } from "../platform/record-ids.js";
import type { Kind, Records } from "../platform/records/records.js";
import { SandboxError } from "./errors.js";

/** A row of a table. */
export type Row = Readonly<Record<string, unknown>>;

const kinds: Readonly<Record<Kind, true>> = {
  ...{ organization: true, person: true, membership: true, apiProduct: true, catalogProduct: true },
  ...{ application: true, client: true, permission: true, approval: true, consent: true },
  ...{ delegation: true, customerAuthorization: true, subscription: true, operation: true },
  ...{ checkoutSession: true, productAccess: true, entitlement: true, memberAccess: true },
  ...{ accessEvent: true, idempotency: true, supportRequest: true },
};

/**
 * Checks those rows of a snapshot that are read as a whole once they are written, so that a file that was cut or edited can't leave a sandbox
 * that doesn't start. Throws `SandboxError` (`snapshot-invalid`).
 */
export function checkRows(tables: ReadonlyMap<string, readonly Row[]>): void {
  for (const row of tables.get("sandbox_records") ?? []) if (!isRecord(row)) throw invalid("a record", row);
  for (const row of tables.get("sandbox_timers") ?? []) if (!isTimer(row)) throw invalid("a timer", row);
  const [meta, ...more] = tables.get("sandbox_meta") ?? [];
  if (meta === undefined) throw snapshotInvalid("it has no sandbox");
  if (!isMeta(meta) || more.length > 0) throw invalid("its sandbox", meta);
}

/** Says why a file isn't a snapshot. */
export function snapshotInvalid(why: string, options?: ErrorOptions): SandboxError {
  return new SandboxError("snapshot-invalid", `the file isn't a snapshot of a sandbox: ${why}`, options);
}

function invalid(what: string, { kind, id }: Row): SandboxError {
  const name = [kind, id]
    .filter((each) => typeof each === "string")
    .map((each) => String(each).slice(0, 100));
  return snapshotInvalid(`${[what, ...name].join(" ")} isn't as this version writes it`);
}

function isRecord({ kind, id, body, position }: Row): boolean {
  if (typeof kind !== "string" || !Object.hasOwn(kinds, kind) || !isCount(position)) return false;
  const record = parsed(body);
  return isObject(record) && typeof id === "string" && idOf(record as unknown as Records[Kind]) === id;
}

function isTimer({ kind, id, name, at, position }: Row): boolean {
  return (
    typeof kind === "string" &&
    Object.hasOwn(kinds, kind) &&
    [id, name].every((each) => typeof each === "string") &&
    [at, position].every(isCount)
  );
}

function isMeta({ key, seed, clock, ...counts }: Row): boolean {
  const { revision, positions, ids } = counts;
  return (
    key === 1 &&
    typeof seed === "string" &&
    [revision, positions, ids].every(isCount) &&
    (clock === null || isClock(parsed(clock)))
  );
}

function isClock(state: unknown): boolean {
  if (!isObject(state)) return false;
  const { segments, latest } = state;
  if (!Array.isArray(segments) || segments.length === 0 || !Number.isFinite(latest)) return false;
  return segments.every(
    (each) =>
      isObject(each) &&
      [each.real, each.time].every((time) => Number.isFinite(time)) &&
      typeof each.runs === "boolean",
  );
}

/** PostgreSQL's large numbers may be texts. */
function isCount(value: unknown): boolean {
  const isText = typeof value === "string" && /^\d{1,16}$/.test(value);
  return (typeof value === "number" || isText) && Number.isSafeInteger(Number(value)) && Number(value) >= 0;
}

function isObject(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
