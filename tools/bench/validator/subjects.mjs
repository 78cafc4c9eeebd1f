import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compileAjv } from "./ajv.mjs";
import { event, root, typiaOutput } from "./paths.mjs";
import { compileTypeBox } from "./typebox.mjs";

/**
 * @typedef {object} Subject
 * @property {string} id
 * @property {string} label
 * @property {"exact" | "own"} dateTime which date-time check it uses: oipkit's, or its own
 * @property {boolean} rules whether it checks the cross-field rules
 * @property {(value: unknown) => boolean} is
 */

/**
 * @param {import("./contract.mjs").Contract} contract
 * @param {{ is(value: unknown): boolean }} withoutRules
 * @returns {Promise<readonly Subject[]>}
 */
export async function createSubjects(contract, withoutRules) {
  const { is } = await load(join(root, `generated/dist/validators/${event.file}.js`));
  const { isDateTime } = await load(join(root, "templates/support/date-time.js"));
  globalThis.isRfc3339DateTime = isDateTime;
  const typia = await load(typiaOutput);
  const typeBox = [compileTypeBox(contract), compileTypeBox(contract, isDateTime)];
  return [
    { id: "oipkit", label: "oipkit", dateTime: "exact", rules: true, is },
    { id: "oipkit-plain", label: "oipkit, no rules", dateTime: "exact", rules: false, is: withoutRules.is },
    { id: "ajv", label: "Ajv", dateTime: "own", rules: false, is: compileAjv(contract) },
    { id: "ajv-exact", label: "Ajv", dateTime: "exact", rules: false, is: compileAjv(contract, isDateTime) },
    {
      id: "typebox",
      label: "TypeBox",
      dateTime: "own",
      rules: false,
      is: (value) => typeBox[0].Check(value),
    },
    {
      id: "typebox-exact",
      label: "TypeBox",
      dateTime: "exact",
      rules: false,
      is: (value) => typeBox[1].Check(value),
    },
    { id: "typia", label: "typia", dateTime: "own", rules: false, is: typia.isOwn },
    { id: "typia-exact", label: "typia", dateTime: "exact", rules: false, is: typia.isExact },
  ];
}

/** @param {string} path */
async function load(path) {
  return import(pathToFileURL(path).href);
}
