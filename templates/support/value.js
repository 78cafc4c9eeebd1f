/**
 * Whether a value is a JSON object: not an array and not null.
 * @param {unknown} value
 * @returns {boolean}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a value is a list or an object.
 * @param {unknown} value
 * @returns {boolean}
 */
export function isStructure(value) {
  return typeof value === "object" && value !== null;
}

/**
 * The name of a value's JSON type in JavaScript.
 * @param {unknown} value
 * @returns {string}
 */
export function typeOf(value) {
  return typeof value;
}

/**
 * The value of an own property; `undefined` if the object only inherits it, such as `constructor`.
 * @param {unknown} object
 * @param {string} name
 * @returns {unknown}
 */
export function own(object, name) {
  return typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? object[name]
    : undefined;
}

/**
 * Whether every object inherits one of these names, which then needs `own`. All others can just be read, as the
 * generated tests do: asking whether a property is the object's own takes longer than reading it.
 * @param {readonly string[]} names
 * @returns {boolean}
 */
export function someInherited(names) {
  return names.some((name) => name in Object.prototype);
}
