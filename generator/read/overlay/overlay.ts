import { diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import type { Document } from "../document.js";
import { isSchemaObject as isRecord } from "../schema-walk.js";

/** One action of an overlay, with its place there. Exactly one of the three changes is asked for. */
export interface OverlayAction {
  readonly kind: "update" | "copy" | "remove";
  readonly target: string;
  /** `update`: the value. `copy`: the JSONPath of what is copied. */
  readonly value: unknown;
  /** Tokens of the action in the overlay. */
  readonly tokens: readonly string[];
}

/** An OpenAPI Overlay 1.0 or 1.1 document. */
export interface Overlay {
  readonly document: Document;
  /** A reference to the document that it changes; absent where it names none. */
  readonly extends: string | undefined;
  readonly actions: readonly OverlayAction[];
}

/** Whether a parsed document says that it is an overlay. */
export function isOverlay(value: unknown): boolean {
  return isRecord(value) && "overlay" in value;
}

/** Reads an overlay; nothing of it is applied where anything in it is wrong. */
export function readOverlay(document: Document): { overlay: Overlay; problems: Diagnostic[] } {
  const value = document.value as Record<string, unknown>;
  const problems: Diagnostic[] = [];
  const report: Report = (tokens, message, hint) =>
    problems.push(diagnose(document, tokens, { code: "overlay-invalid", message, hint }));
  const version = String(value.overlay);
  if (typeof value.overlay !== "string" || !/^1\.[01]\.\d+$/.test(version))
    problems.push(
      diagnose(document, ["overlay"], {
        code: "version-unsupported",
        message: `\`overlay: ${version}\` isn't a version that oipkit reads`,
        hint: "Supported: OpenAPI Overlay 1.0 and 1.1. A version is a string of three numbers, such as `1.0.0`.",
      }),
    );
  refuseUnknown(value, ["overlay", "info", "extends", "actions"], { tokens: [], report });
  checkInfo(value.info, report);
  if (value.extends !== undefined && typeof value.extends !== "string")
    report(["extends"], "`extends` isn't a text", "Give the path of the document, from this file.");
  const actions = Array.isArray(value.actions) ? value.actions : [];
  if (actions.length === 0)
    report(["actions"], "`actions` isn't a list of one action or more", "Add what is to be changed.");
  const overlay: Overlay = {
    document,
    extends: typeof value.extends === "string" ? value.extends : undefined,
    actions: actions.flatMap((action, index) =>
      readAction(action, ["actions", String(index)], { version, report }),
    ),
  };
  return { overlay, problems };
}

type Report = (tokens: readonly string[], message: string, hint: string) => void;

function checkInfo(info: unknown, report: Report): void {
  for (const name of ["title", "version"]) {
    const value = isRecord(info) ? info[name] : undefined;
    if (typeof value !== "string")
      report(["info", name], `\`info.${name}\` is missing, or isn't a text`, `Add \`${name}\` to \`info\`.`);
  }
}

function readAction(
  action: unknown,
  tokens: readonly string[],
  { version, report }: { version: string; report: Report },
): OverlayAction[] {
  if (!isRecord(action)) {
    report(tokens, "an action is a map", "Give it a `target`, and `update`, `remove` or `copy`.");
    return [];
  }
  const { target, update, copy, remove } = action;
  const known = ["target", "description", "update", "remove", ...(version.startsWith("1.0") ? [] : ["copy"])];
  refuseUnknown(action, known, { tokens, report });
  if (typeof target !== "string") {
    report([...tokens, "target"], "`target` is missing, or isn't a text", "Give a JSONPath (RFC 9535).");
    return [];
  }
  if (remove !== undefined && typeof remove !== "boolean")
    report([...tokens, "remove"], "`remove` isn't true or false", "Write `remove: true`.");
  if (remove === true) return [{ kind: "remove", target, value: undefined, tokens }];
  const isCopy = copy !== undefined && known.includes("copy");
  if (isCopy && update !== undefined)
    report(tokens, "`update` and `copy` exclude each other", "Keep one, or make two actions.");
  if (isCopy && typeof copy !== "string")
    report([...tokens, "copy"], "`copy` isn't a text", "Give a JSONPath (RFC 9535).");
  if (isCopy) return [{ kind: "copy", target, value: copy, tokens }];
  if (!("update" in action)) {
    report(tokens, "the action changes nothing", "Give it `update`, `remove: true`, or from 1.1 on `copy`.");
    return [];
  }
  return [{ kind: "update", target, value: update, tokens }];
}

function refuseUnknown(
  value: object,
  known: readonly string[],
  { tokens, report }: { tokens: readonly string[]; report: Report },
): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name) || name.startsWith("x-")) continue;
    report([...tokens, name], `there is no field \`${name}\` here`, `There are ${known.join(", ")}.`);
  }
}
