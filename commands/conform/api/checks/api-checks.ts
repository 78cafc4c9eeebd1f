import { acceptance } from "./acceptance.js";
import { accepted, documentedExamples } from "./accepted.js";
import { actionShown } from "./action-shown.js";
import type { ApiCheck } from "./api-check.js";
import { asynchronous } from "./asynchronous.js";
import { cascades } from "./cascades.js";
import { computedMembers } from "./computed-members.js";
import { conditional } from "./conditional.js";
import { counters } from "./counters.js";
import { credentialExpired } from "./credential-expired.js";
import { credentialForged, credentialMissing, foreign } from "./credentials.js";
import { csvAnswers } from "./csv-answers.js";
import { echoedHeaders } from "./echoed-headers.js";
import { etagAgrees, etagMoves } from "./etag-agrees.js";
import { exactKeys, exactTexts, exactTimes } from "./exact-texts.js";
import { failedWrite } from "./failed-write.js";
import { filterChanges } from "./filter-changes.js";
import { filterValues } from "./filter-values.js";
import { filtersTogether } from "./filters-together.js";
import { foreignEffects } from "./foreign-effects.js";
import { foreignReference, foreignTotal } from "./foreign-traces.js";
import { idempotencyKey } from "./idempotency.js";
import { inUse } from "./in-use.js";
import { overlapping } from "./intervals.js";
import { createdReadable, deletedGone, listed, location } from "./lifecycle.js";
import { pageLinks } from "./links.js";
import { listOrders } from "./list-orders.js";
import { listedChanges } from "./listed-changes.js";
import { malformed, textsKept } from "./malformed.js";
import { malformedUrls } from "./malformed-urls.js";
import { headUnchanged, matchSpellings } from "./match-spellings.js";
import { mediaSpellings, mediaTypes } from "./media-types.js";
import { memberLimits } from "./member-limits.js";
import { mergePatch } from "./merge-patch.js";
import { head, undeclaredMethods, unknownPath } from "./methods.js";
import { nested } from "./nested.js";
import { hugeBodies, oddQueries } from "./odd-requests.js";
import { othersUntouched } from "./others-untouched.js";
import { firstPage, pageDefaults } from "./page-defaults.js";
import { pageSizes } from "./page-sizes.js";
import { filters, pages } from "./pages.js";
import { pathEncoding, pathTexts } from "./path-texts.js";
import { createOnly, noneMatch, reborn, staleRemoval } from "./preconditions.js";
import { matchCreates, putStatus } from "./put-status.js";
import { repeatedQueries, unknownQueries } from "./query-rules.js";
import { queryTexts } from "./query-texts.js";
import { readers } from "./readers.js";
import { refusalStatus } from "./refusal-status.js";
import { refused } from "./refused.js";
import { refusedActions } from "./refused-actions.js";
import { actionTwice, conflict, idReused, putCreates, putSame, unknownReferences } from "./repeated-calls.js";
import { repeatedKeys } from "./repeated-keys.js";
import { searchParts } from "./search-parts.js";
import { sameInstant, severalValues } from "./searches.js";
import { matches } from "./selections.js";
import { sizeLimits } from "./size-limits.js";
import { sorting } from "./sorting.js";
import { stateOrder, updateKeeps } from "./state-order.js";
import { stateRules } from "./state-rules.js";
import { defaults, readOnlyMembers } from "./stored-members.js";
import { textSearch, timeRanges } from "./text-searches.js";
import { timestamps, unchanged } from "./timestamps.js";
import { uniqueMembers } from "./unique-members.js";
import { unknownItems } from "./unknown-items.js";
import { patchKeeps, putTwice, updateVisible } from "./updates.js";

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
];
