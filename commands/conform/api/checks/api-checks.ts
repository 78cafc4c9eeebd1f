import type { ApiCheck } from "./api-check.js";
import { accepted, documentedExamples } from "./bodies/accepted.js";
import { exactKeys, exactTexts, exactTimes } from "./bodies/exact-texts.js";
import { malformed, textsKept } from "./bodies/malformed.js";
import { refused } from "./bodies/refused.js";
import { repeatedKeys } from "./bodies/repeated-keys.js";
import { acceptance } from "./http/acceptance.js";
import { conditional } from "./http/conditional.js";
import { echoedHeaders } from "./http/echoed-headers.js";
import { etagAgrees, etagMoves } from "./http/etag-agrees.js";
import { idempotencyKey } from "./http/idempotency.js";
import { malformedUrls } from "./http/malformed-urls.js";
import { headUnchanged, matchSpellings } from "./http/match-spellings.js";
import { mediaSpellings, mediaTypes } from "./http/media-types.js";
import { head, undeclaredMethods, unknownPath } from "./http/methods.js";
import { hugeBodies, oddQueries } from "./http/odd-requests.js";
import { pathEncoding, pathTexts } from "./http/path-texts.js";
import { createOnly, noneMatch, reborn, staleRemoval } from "./http/preconditions.js";
import { repeatedQueries, unknownQueries } from "./http/query-rules.js";
import { queryTexts } from "./http/query-texts.js";
import { refusalStatus } from "./http/refusal-status.js";
import { sizeLimits } from "./http/size-limits.js";
import { credentialExpired } from "./identities/credential-expired.js";
import { credentialForged, credentialMissing } from "./identities/credentials.js";
import { foreign } from "./identities/foreign.js";
import { foreignEffects } from "./identities/foreign-effects.js";
import { foreignReference, foreignTotal } from "./identities/foreign-traces.js";
import { readers } from "./identities/readers.js";
import { atOnce } from "./items/at-once.js";
import { cascades } from "./items/cascades.js";
import { computedMembers } from "./items/computed-members.js";
import { counters } from "./items/counters.js";
import { failedWrite } from "./items/failed-write.js";
import { inUse } from "./items/in-use.js";
import { createdReadable, deletedGone, listed, location } from "./items/lifecycle.js";
import { mergePatch } from "./items/merge-patch.js";
import { nested } from "./items/nested.js";
import { othersUntouched } from "./items/others-untouched.js";
import { matchCreates, putStatus } from "./items/put-status.js";
import {
  actionTwice,
  conflict,
  idReused,
  putCreates,
  putSame,
  unknownReferences,
} from "./items/repeated-calls.js";
import { sequences } from "./items/sequences.js";
import { defaults, readOnlyMembers } from "./items/stored-members.js";
import { timestamps, unchanged } from "./items/timestamps.js";
import { uniqueMembers } from "./items/unique-members.js";
import { unknownItems } from "./items/unknown-items.js";
import { patchKeeps, putTwice, updateVisible } from "./items/updates.js";
import { csvAnswers } from "./lists/csv-answers.js";
import { filterChanges } from "./lists/filter-changes.js";
import { filterValues } from "./lists/filter-values.js";
import { filtersTogether } from "./lists/filters-together.js";
import { pageLinks } from "./lists/links.js";
import { listOrders } from "./lists/list-orders.js";
import { listedChanges } from "./lists/listed-changes.js";
import { firstPage, pageDefaults } from "./lists/page-defaults.js";
import { pageSizes } from "./lists/page-sizes.js";
import { filters, pages } from "./lists/pages.js";
import { searchParts } from "./lists/search-parts.js";
import { sameInstant, severalValues } from "./lists/searches.js";
import { matches } from "./lists/selections.js";
import { sorting } from "./lists/sorting.js";
import { textSearch, timeRanges } from "./lists/text-searches.js";
import { actionShown } from "./states/action-shown.js";
import { asynchronous } from "./states/asynchronous.js";
import { overlapping } from "./states/intervals.js";
import { memberLimits } from "./states/member-limits.js";
import { refusedActions } from "./states/refused-actions.js";
import { stateOrder, updateKeeps } from "./states/state-order.js";
import { stateRules } from "./states/state-rules.js";

/** The checks in the order in which they are run: what others build upon comes first. */
export const apiChecks: readonly ApiCheck[] = [
  documentedExamples,
  createdReadable,
  location,
  listed,
  pages,
  filters,
  matches,
  sorting,
  updateVisible,
  patchKeeps,
  putTwice,
  othersUntouched,
  deletedGone,
  nested,
  unknownItems,
  defaults,
  readOnlyMembers,
  credentialMissing,
  credentialForged,
  credentialExpired,
  foreign,
  foreignReference,
  foreignTotal,
  conditional,
  idempotencyKey,
  undeclaredMethods,
  head,
  unknownPath,
  refused,
  failedWrite,
  accepted,
  malformed,
  textsKept,
  pageDefaults,
  pageLinks,
  firstPage,
  severalValues,
  sameInstant,
  textSearch,
  searchParts,
  timeRanges,
  filterValues,
  filtersTogether,
  filterChanges,
  listOrders,
  listedChanges,
  pageSizes,
  noneMatch,
  createOnly,
  staleRemoval,
  reborn,
  mergePatch,
  putSame,
  putCreates,
  actionTwice,
  inUse,
  stateRules,
  conflict,
  idReused,
  unknownReferences,
  uniqueMembers,
  foreignEffects,
  computedMembers,
  overlapping,
  memberLimits,
  cascades,
  counters,
  refusedActions,
  updateKeeps,
  stateOrder,
  putStatus,
  matchCreates,
  matchSpellings,
  headUnchanged,
  etagAgrees,
  etagMoves,
  timestamps,
  unchanged,
  actionShown,
  mediaTypes,
  mediaSpellings,
  malformedUrls,
  sizeLimits,
  repeatedKeys,
  refusalStatus,
  echoedHeaders,
  exactTexts,
  exactTimes,
  exactKeys,
  unknownQueries,
  repeatedQueries,
  pathEncoding,
  pathTexts,
  queryTexts,
  csvAnswers,
  asynchronous,
  readers,
  oddQueries,
  acceptance,
  hugeBodies,
  atOnce,
  sequences,
];
