import type { ParameterWriter } from "../operation/operation-descriptor.js";
import { encodeStrictly } from "./percent-encoding.js";
import { plainText } from "./plain-text.js";

/** A query parameter that is one text, number or boolean, in OpenAPI's default style. */
export const writeTextQuery: ParameterWriter = ({ query }, { name, value }) => {
  query.push(`${encodeStrictly(name)}=${encodeStrictly(plainText(value))}`);
};

/** A header parameter that is one text, number or boolean. Header values aren't percent-encoded. */
export const writeTextHeader: ParameterWriter = ({ headers }, { name, value }) => {
  headers.set(name, plainText(value));
};
