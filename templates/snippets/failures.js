/** More than this isn't kept: a hostile document shouldn't cost memory. */
export const mostFailures = 1000;

/**
 * Adds what failed at a place of the document. Returns the list.
 * @param {object[] | null} failures
 * @param {string} at
 * @param {number} site
 * @param {object} [params]
 * @param {boolean} [advises] whether no `must` is broken
 * @returns {object[]}
 */
export function fail(failures, at, site, params, advises) {
  return keep(failures ?? [], { at, site, params, advises });
}

/**
 * Adds the failures of a schema that another one refers to. Returns the list.
 * @param {object[] | null} failures
 * @param {object[]} others
 * @returns {object[]}
 */
export function append(failures, others) {
  return failures === null ? others : others.reduce(keep, failures);
}

/** Where the list is full, a broken `must` takes the place of advice: it decides what the document is. */
function keep(failures, failure) {
  if (failures.length < mostFailures) failures.push(failure);
  else if (!failure.advises && failures[mostFailures - 1].advises) failures[mostFailures - 1] = failure;
  return failures;
}
