/**
 * One error of a validator as a sentence without a full stop. It never holds the value that was found.
 * @param {{ keyword: string, instancePath: string, message?: string, params: Record<string, unknown> }} error
 * @returns {string}
 */
export function describeError(error) {
  const { params } = error;
  const name =
    error.instancePath === "" ? "the document" : `\`${error.instancePath.slice(1).replace(/\//g, ".")}\``;
  switch (error.keyword) {
    case "required":
      return `${name} lacks the required property \`${params.missingProperty}\``;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `${name} has the property \`${params.additionalProperty ?? params.unevaluatedProperty}\`, which isn't allowed`;
    case "enum":
      return `${name} isn't one of ${params.allowedValues.map((value) => `\`${value}\``).join(", ")}`;
    case "const":
      return `${name} isn't \`${params.allowedValue}\``;
    case "type":
      return `${name} isn't of type ${String(params.type).replace(/,/g, " or ")}`;
    case "x-rules":
      return String(error.message);
    default:
      return `${name} ${error.message ?? `breaks \`${error.keyword}\``}`;
  }
}
