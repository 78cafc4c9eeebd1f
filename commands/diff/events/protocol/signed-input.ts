import { isSchemaObject as isRecord } from "../../../../reader/documents/schema-walk.js";

/**
 * What is signed, as one list: literals between and next to each other become one, and a header that has a role
 * is named by it. So `[a, b]` joined by `.` equals `[a, { literal: . }, b]` joined by nothing.
 */
export function signedInput(
  content: readonly unknown[],
  {
    separator,
    headers,
  }: { readonly separator: unknown; readonly headers: Readonly<Record<string, unknown>> },
): readonly unknown[] {
  const roles = new Map(Object.entries(headers).map(([role, name]) => [name, role]));
  const between = { literal: typeof separator === "string" ? separator : "" };
  const parts = content.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
  const input: unknown[] = [];
  for (const part of parts.map((each) => named(each, roles))) {
    const last = input.at(-1);
    if (isLiteral(part) && isLiteral(last))
      input[input.length - 1] = { literal: last.literal + part.literal };
    else input.push(part);
  }
  return input.filter((part) => !isLiteral(part) || part.literal !== "");
}

/** Roles whose header values can be parts of what is signed. */
const signedRoles: readonly string[] = ["timestamp", "nonce", "deliveryId", "eventId", "eventType"];

function named(part: unknown, roles: ReadonlyMap<unknown, string>): unknown {
  if (!isRecord(part) || typeof part.header !== "string") return part;
  const name = part.header.toLowerCase();
  const role = roles.get(name) ?? "";
  return signedRoles.includes(role) ? role : { ...part, header: name };
}

function isLiteral(part: unknown): part is { readonly literal: string } {
  return isRecord(part) && typeof part.literal === "string" && Object.keys(part).length === 1;
}
