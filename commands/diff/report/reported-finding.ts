import { createHash } from "node:crypto";
import { json } from "../../../reader/text/json.js";
import type { ReportedFinding } from "../../report/finding.js";
import { type Finding, isNotice } from "../finding.js";
import { canonical } from "../inclusion/goal/canonical.js";
import { acceptanceOf, impactOf, placeOf, subjectsOf, validityOf } from "./wording.js";

/** Longer witnesses are cut. */
const longestWitness = 1000;
/** Subjects that a finding lists. */
const mostSubjects = 10;

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** A finding as the formats expect it that commands share: at its place in the new version, related to the old one. */
export function reportedFinding(finding: Finding): readonly ReportedFinding[] {
  const { code, level, verdict, breaks, change, affects, message, remedy, witness, old, subjects, releases } =
    finding;
  const place = placeOf(finding);
  if (place === undefined) return [];
  const accepted = acceptanceOf(finding);
  const impact = impactOf(finding);
  const subject = subjectsOf(finding, mostSubjects);
  return [
    {
      ...place,
      file: inCheckout(place.file),
      code,
      level: levels[level],
      message: level === "warning" && !isNotice(finding) ? `${message} (${verdict})` : message,
      ...(remedy === undefined ? {} : { hint: remedy }),
      details: [
        ...(level === "info" || impact === undefined ? [] : [`Impact: ${impact}`]),
        ...(witness === undefined ? [] : [`Witness, ${validityOf(witness)}: ${cut(json(witness.document))}`]),
        ...(subject === "" ? [] : [`In: ${subject}`]),
        ...(releases === undefined ? [] : [`Releases: ${releases.join(", ")}`]),
        ...(old === undefined || old === place ? [] : [`Old version: ${old.file}:${old.line}:${old.column}`]),
      ],
      ...(old === undefined || old === place
        ? {}
        : { related: { ...old, file: inCheckout(old.file), message: `the old version: ${old.file}` } }),
      ...(accepted === undefined ? {} : { accepted }),
      fingerprint: fingerprintOf(finding),
      properties: { change, verdict, breaks, affects, subjects, ...(releases && { releases }) },
    },
  ];
}

/** Doesn't depend on lines, nor on what the old version is called. */
function fingerprintOf({ code, new: current, old, subjects }: Finding): string {
  const place = current === undefined ? [old?.pointer] : [current.file, current.pointer];
  const identity = canonical([code, place, subjects[0]]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 32);
}

/** Of a file in a commit, its path, since servers look for it in the working tree. */
function inCheckout(file: string): string {
  return file.replace(/^git:[^:]*:\/?/, "");
}

function cut(text: string): string {
  return text.length <= longestWitness ? text : `${text.slice(0, longestWitness)}…`;
}
