import { diagnose } from "../contracts.js";
import type { Diagnostic } from "../diagnostic.js";
import type { Document } from "../document.js";
import { isSchemaObject as isRecord, listOrEmpty } from "../schema-walk.js";

/** One action of an overlay, with its place. It makes exactly one kind of change. */
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
  /** A reference to the document that it changes; absent if it names none. */
  readonly extends: string | undefined;
  readonly actions: readonly OverlayAction[];
}

/** Whether a parsed document declares itself an overlay. */
export function isOverlay(value: unknown): boolean {
  return isRecord(value) && "overlay" in value;
}

/** Reads an overlay. If anything in it is wrong, none of it is applied. */
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
        message: `unsupported version \`overlay: ${version}\``,
        hint: "Supported: OpenAPI Overlay 1.0 and 1.1. Write all three numbers, such as `1.0.0`.",
      }),
    );
  refuseUnknown(value, ["overlay", "info", "extends", "actions"], { tokens: [], report });
  checkInfo(value.info, report);
  if (value.extends !== undefined && typeof value.extends !== "string")
    report(
      ["extends"],
      "`extends` must be a string",
      "Set it to the path of the document, relative to this file.",
    );
  const actions = listOrEmpty(value.actions);
  if (actions.length === 0)
    report(["actions"], "`actions` must be a list of at least one action", "Add an action with a `target`.");
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
      report(["info", name], `\`info.${name}\` is missing or not a string`, `Add \`${name}\` to \`info\`.`);
  }
}

function readAction(
  action: unknown,
  tokens: readonly string[],
  { version, report }: { version: string; report: Report },
): OverlayAction[] {
  if (!isRecord(action)) {
    report(
      tokens,
      "an action must be an object",
      "Give it a `target` and one of `update`, `remove` and `copy`.",
    );
    return [];
  }
  const { target, update, copy, remove } = action;
  const known = ["target", "description", "update", "remove", ...(version.startsWith("1.0") ? [] : ["copy"])];
  refuseUnknown(action, known, { tokens, report });
  if (typeof target !== "string") {
    report([...tokens, "target"], "`target` is missing or not a string", "Set it to a JSONPath (RFC 9535).");
    return [];
  }
  if (remove !== undefined && typeof remove !== "boolean")
    report([...tokens, "remove"], "`remove` must be true or false", "Write `remove: true`.");
  if (remove === true) return [{ kind: "remove", target, value: undefined, tokens }];
  const isCopy = copy !== undefined && known.includes("copy");
  if (isCopy && update !== undefined)
    report(
      tokens,
      "use either `update` or `copy`, not both",
      "Remove one of them, or split this into two actions.",
    );
  if (isCopy && typeof copy !== "string")
    report([...tokens, "copy"], "`copy` must be a string", "Set it to a JSONPath (RFC 9535).");
  if (isCopy) return [{ kind: "copy", target, value: copy, tokens }];
  if (!("update" in action)) {
    report(
      tokens,
      "the action changes nothing",
      "Add `update`, `remove: true` or, from Overlay 1.1 on, `copy`.",
    );
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
    report([...tokens, name], `unknown field \`${name}\``, `Known fields: ${known.join(", ")}.`);
  }
}
