import { accepted, documentedExamples } from "./accepted.js";
import { actionShown } from "./action-shown.js";
import type { ApiCheck } from "./api-check.js";
import { conditional, idempotencyKey } from "./conditional.js";
import { credentialExpired } from "./credential-expired.js";
import { credentialForged, credentialMissing, foreign } from "./credentials.js";
import { etagAgrees, etagMoves } from "./etag-agrees.js";
import { failedWrite } from "./failed-write.js";
import { foreignReference, foreignTotal } from "./foreign-traces.js";
import { inUse } from "./in-use.js";
import { createdReadable, deletedGone, listed, location } from "./lifecycle.js";
import { pageLinks } from "./links.js";
import { malformed, textsKept } from "./malformed.js";
import { headUnchanged, matchSpellings } from "./match-spellings.js";
import { mergePatch } from "./merge-patch.js";
import { head, undeclaredMethods, unknownPath } from "./methods.js";
import { nested } from "./nested.js";
import { hugeBodies, notAcceptable, oddQueries } from "./odd-requests.js";
import { firstPage, pageDefaults } from "./page-defaults.js";
import { filters, pages } from "./pages.js";
import { createOnly, noneMatch, reborn, staleRemoval } from "./preconditions.js";
import { matchCreates, putStatus } from "./put-status.js";
import { readers } from "./readers.js";
import { refused } from "./refused.js";
import { actionTwice, conflict, idReused, putCreates, putSame, unknownReferences } from "./repeated-calls.js";
import { sameInstant, severalValues } from "./searches.js";
import { matches, sorting } from "./selections.js";
import { stateRules } from "./state-rules.js";
import { defaults, readOnlyMembers } from "./stored-members.js";
import { textSearch, timeRanges } from "./text-searches.js";
import { timestamps, unchanged } from "./timestamps.js";
import { unknownItems } from "./unknown-items.js";
import { othersUntouched, patchKeeps, putTwice, updateVisible } from "./updates.js";

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
  timeRanges,
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
  putStatus,
  matchCreates,
  matchSpellings,
  headUnchanged,
  etagAgrees,
  etagMoves,
  timestamps,
  unchanged,
  actionShown,
  readers,
  oddQueries,
  notAcceptable,
  hugeBodies,
];
