/** @typedef {import("./subjects.mjs").Subject} Subject */

/**
 * Verifies that all subjects check the same: each accepts every example, and rejects it without a required
 * field, with a value of a wrong type, with a forbidden status and with an impossible date-time.
 * @param {readonly Subject[]} subjects
 * @param {ReadonlyMap<string, string>} examples
 * @throws {Error} if one doesn't
 */
export function assertAgreement(subjects, examples) {
  const minimal = examples.get("minimal") ?? "";
  for (const subject of subjects) {
    for (const [name, text] of examples) expect(subject, JSON.parse(text), { valid: true, name });
    for (const [name, value] of brokenCopies(minimal, subject.dateTime === "exact"))
      expect(subject, value, { valid: false, name });
  }
}

/**
 * @param {string} text
 * @param {boolean} exact whether days that don't exist in a month are checked
 */
function* brokenCopies(text, exact) {
  for (const part of ["", "data"]) {
    const names = Object.keys(partOf(JSON.parse(text), part));
    for (const name of names) {
      const [missing, wrong] = [JSON.parse(text), JSON.parse(text)];
      delete partOf(missing, part)[name];
      partOf(wrong, part)[name] = ["no", "such", "value"];
      yield [`no ${name}`, missing];
      yield [`a wrong ${name}`, wrong];
    }
  }
  yield ["another status", change(text, "data", { status: "cancelled" })];
  yield ["version 0", change(text, "", { resource_version: 0 })];
  yield ["an invalid version", change(text, "data", { plan_version: 1.5 })];
  yield ["an invalid date", change(text, "", { occurred_at: "2026-13-01T00:00:00Z" })];
  if (exact) yield ["an impossible date", change(text, "", { occurred_at: "2026-02-30T00:00:00Z" })];
}

/**
 * @param {Record<string, any>} value
 * @param {string} part
 */
function partOf(value, part) {
  if (part === "") return value;
  return value[part];
}

/**
 * @param {string} text
 * @param {string} part
 * @param {object} changes
 */
function change(text, part, changes) {
  const value = JSON.parse(text);
  Object.assign(partOf(value, part), changes);
  return value;
}

/**
 * @param {Subject} subject
 * @param {unknown} value
 * @param {{ valid: boolean, name: string }} expected
 */
function expect(subject, value, { valid, name }) {
  if (subject.is(value) !== valid)
    throw new Error(`${subject.id} ${valid ? "rejects" : "accepts"} an event with ${name}`);
}
