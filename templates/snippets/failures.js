/** More than this isn't kept: a hostile document shouldn't cost memory. */
export const mostFailures = 1000;

/**
 * Adds what failed at a place of the document. Returns the list.
 * @param {object[] | null} failures
 * @param {string} at
 * @param {number} site
 * @param {object} [params]
 * @returns {object[]}
 */
export function fail(failures, at, site, params) {
  if (failures === null) return [{ at, site, params }];
  if (failures.length < mostFailures) failures.push({ at, site, params });
  return failures;
}

/**
 * Adds the failures of a schema that another one refers to. Returns the list.
 * @param {object[] | null} failures
 * @param {object[]} others
 * @returns {object[]}
 */
export function append(failures, others) {
  if (failures === null) return others;
  for (const other of others) if (failures.length < mostFailures) failures.push(other);
  return failures;
}
