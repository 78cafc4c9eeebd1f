/**
 * Whether a value is a JSON object: no array and not null.
 * @param {unknown} value
 * @returns {boolean}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A property's own value; nothing if the object only inherits it, as every object does `constructor`.
 * @param {unknown} object
 * @param {string} name
 * @returns {unknown}
 */
export function own(object, name) {
  return typeof object === "object" && object !== null && Object.hasOwn(object, name)
    ? object[name]
    : undefined;
}
