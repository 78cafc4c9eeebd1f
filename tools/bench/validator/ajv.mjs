import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/**
 * Ajv at run time on the contract's own schemas, stopping at the first error.
 * @param {import("./contract.mjs").Contract} contract
 * @param {(text: string) => boolean} [dateTime] instead of ajv-formats' full check
 */
export function compileAjv({ schemas, payload }, dateTime) {
  const ajv = new Ajv2020.default({ strict: false });
  addFormats.default(ajv);
  if (dateTime) ajv.addFormat("date-time", dateTime);
  for (const [name, schema] of schemas) ajv.addSchema(schema, `contract:///schemas/${name}`);
  return ajv.addSchema(payload, "contract:///event").getSchema("contract:///event");
}
