import { type Finding, isNotice, type Place } from "../finding.js";

/** What reports say about a finding, by urgency. */
export type Standing = "wire" | "source" | "undecided" | "risky" | "compatible" | "accepted" | "notice";

/** Whether a finding breaks running programs (`wire`) or only code (`source`), or what it does instead. */
export function standingOf(finding: Finding): Standing {
  const { verdict, breaks, accepted } = finding;
  if (isNotice(finding)) return "notice";
  if (accepted !== undefined) return "accepted";
  return verdict === "breaking" ? breaks : verdict;
}

/** What a change does to whom, in a few words: "breaks programs of consumers"; `undefined` of a notice. */
export function impactOf(finding: Finding): string | undefined {
  const { verdict, affects, breaks } = finding;
  if (isNotice(finding)) return undefined;
  if (verdict === "compatible") return "breaks nothing";
  const who = affects.includes("anyone") ? "" : ` of ${affects.map((each) => `${each}s`).join(" and ")}`;
  const what =
    breaks === "source"
      ? `code${who || " of anyone"} that uses the generated SDK`
      : `programs${who || " that use the schema"}`;
  return { breaking: `breaks ${what}`, risky: `risky for ${what}`, undecided: `may break ${what}` }[verdict];
}

/** Where a finding is shown: in the new version, or in the old one if the new one has no such place. */
export function placeOf({ old, new: current }: Finding): Place | undefined {
  return current ?? old;
}

/** Why a finding was accepted, and until when. */
export function acceptanceOf({ accepted }: Finding): string | undefined {
  if (accepted === undefined) return undefined;
  return accepted.until === undefined ? accepted.reason : `${accepted.reason} (until ${accepted.until})`;
}

/** The first subjects of a finding, and how many more there are. */
export function subjectsOf({ subjects }: Finding, most: number): string {
  const more = subjects.length > most ? ` and ${subjects.length - most} more` : "";
  return `${subjects.slice(0, most).join("; ")}${more}`;
}

/** In which version a witness is valid. */
export function validityOf({ validIn }: NonNullable<Finding["witness"]>): string {
  return `valid only in the ${validIn} version`;
}
