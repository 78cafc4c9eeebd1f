import type { OperationDescriptor, ParameterDescriptor } from "./operation-descriptor.js";
import { ownMember } from "./own-member.js";
import { type ParameterValue, parameterStyle, parameterValue, UnwritableValue } from "./parameter-value.js";
import { encodeStrictly } from "./percent-encoding.js";
import { writeParameter } from "./write-parameter.js";

/** The names in a path template, in order. */
export function pathNames(template: string): string[] {
  return [...template.matchAll(placeholder)].map((match) => match[1] ?? "");
}

/**
 * Fills a path template, in the styles `simple`, `label` and `matrix`. A value that is empty, or that would
 * make a segment `.` or `..`, is refused: it would lead to another operation. `read` gives a request's
 * member by the parameter's descriptor and name.
 */
export function writePath(
  operation: OperationDescriptor,
  read: (name: string, descriptor: ParameterDescriptor) => unknown,
): string {
  const path = operation.path.replace(placeholder, (_, name: string) =>
    writeParameter(operation, name, () => {
      const descriptor = pathDescriptor(operation, name);
      const value = parameterValue(read(name, descriptor), descriptor);
      if (value === undefined) throw new UnwritableValue("is required");
      if (isEmpty(value)) throw new UnwritableValue("must not be empty: it is a part of the path");
      const written = expand(encodeStrictly(name), value, parameterStyle(descriptor, "simple"));
      if (isDots(written)) throw new UnwritableValue("must not be `.` or `..`: it is a part of the path");
      return written;
    }),
  );
  if (path.split("/").some(isDots)) {
    return writeParameter(operation, "path", () => {
      throw new UnwritableValue("must not have a segment `.` or `..`");
    });
  }
  return path;
}

/** The descriptor of a path parameter; one that isn't listed has the defaults. */
export function pathDescriptor(operation: OperationDescriptor, name: string): ParameterDescriptor {
  return ownMember(operation.parameters?.path, name) ?? {};
}

const placeholder = /\{([^{}]+)\}/g;

function expand(
  name: string,
  value: ParameterValue,
  { style, explode }: ReturnType<typeof parameterStyle>,
): string {
  const pairs = (separator: string, join: string) =>
    value.kind === "record"
      ? value.entries.map(([key, text]) => encodeStrictly(key) + join + encodeStrictly(text)).join(separator)
      : "";
  const listed = (separator: string) =>
    value.kind === "list" ? value.items.map(encodeStrictly).join(separator) : "";
  const plain =
    value.kind === "text" ? encodeStrictly(value.text) : listed(",") + pairs(",", explode ? "=" : ",");
  if (style === "label")
    return `.${explode && value.kind !== "text" ? listed(".") + pairs(".", "=") : plain}`;
  if (style !== "matrix") return plain;
  if (!explode || value.kind === "text") return `;${name}=${plain}`;
  return value.kind === "list"
    ? value.items.map((item) => `;${name}=${encodeStrictly(item)}`).join("")
    : `;${pairs(";", "=")}`;
}

function isEmpty(value: ParameterValue): boolean {
  if (value.kind === "text") return value.text === "";
  return value.kind === "list" ? value.items.join("") === "" : value.entries.length === 0;
}

function isDots(segment: string): boolean {
  return segment === "." || segment === "..";
}
