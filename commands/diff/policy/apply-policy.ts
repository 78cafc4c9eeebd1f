import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import type { ChangePlace, ContractChange } from "../comparison.js";
import { type Part, toRecord } from "../part.js";
import { partSubject } from "../parts/compare-parts.js";
import { nodeReader, type Versions } from "../version.js";
import { type Policy, stabilityExtension } from "./policy.js";
import { daysBetween, sunsetDay } from "./sunset.js";

/** What a policy is applied to. */
interface Application {
  readonly policy: Policy;
  /** The current day (UTC), as YYYY-MM-DD. */
  readonly today: string;
  readonly versions: Versions;
  /** Operations and events, with what is below them. */
  readonly parts: { readonly old: readonly Part[]; readonly new: readonly Part[] };
}

/**
 * Marks the changes that a policy allows, with the reason, and adds what is against it: a deprecation without a sunset or with too
 * little notice, and a level that is unknown or lower than before.
 */
export function applyPolicy(
  changes: readonly ContractChange[],
  { policy, today, versions, parts }: Application,
): readonly ContractChange[] {
  const levels = { old: subjectLevels(parts.old), new: subjectLevels(parts.new) };
  const nodes = { old: nodeReader(versions.old), new: nodeReader(versions.new) };
  const judged = changes.map((change): ContractChange => {
    const allowed = passedSunset(change) ?? unstableLevel(change);
    return allowed === undefined ? change : { ...change, allowed };
  });
  const announced = new Map<string, ContractChange>();
  for (const change of changes) {
    const problem = announcementProblem(change);
    if (problem !== undefined) announced.set(`${problem.new?.file}#${problem.new?.pointer}`, problem);
  }
  const problems = levelProblems();
  const told = new Set(problems.map(({ new: place }) => `${place?.file}#${place?.pointer}`));
  return [
    ...judged.filter(
      ({ code, new: place }) => code !== "stability-changed" || !told.has(`${place?.file}#${place?.pointer}`),
    ),
    ...announced.values(),
    ...problems,
  ];

  function passedSunset({ old, new: current, effects, code }: ContractChange): string | undefined {
    if (policy.afterSunset !== "allowed" || old === undefined || Object.keys(effects).length === 0) return;
    if (code === "sunset-changed") return;
    const { pointer } = old;
    const day = /\/required(?:\/\d+)?$/.test(pointer)
      ? lostRequirements(old, current)
      : sunsetAround(nodes.old(old));
    if (day !== undefined && day <= today) return `deprecated, and its sunset was ${day}`;
    return undefined;
  }

  /** The latest sunset of the members that are no longer required, if each has one. */
  function lostRequirements(old: ChangePlace, current: ChangePlace | undefined): string | undefined {
    const owner = ownerOfRequired(old);
    const before = toRecord(nodes.old(owner).at(-1));
    const after = current === undefined ? {} : toRecord(nodes.new(ownerOfRequired(current)).at(-1));
    const lost = textsIn(before.required).filter((name) => !textsIn(after.required).includes(name));
    const days = lost.map((name) => sunsetHere(toRecord(toRecord(before.properties)[name])));
    if (days.length === 0 || days.includes(undefined)) return sunsetAround(nodes.old(owner));
    return days.toSorted().at(-1);
  }

  function unstableLevel({ subjects, effects }: ContractChange): string | undefined {
    if (Object.keys(effects).length === 0) return undefined;
    const found = subjects.map((subject) => levelAround(levels.old, subject)?.level);
    const [level] = found;
    if (level === undefined || !found.every((each) => each !== undefined && isUnstable(each)))
      return undefined;
    return `the stability level is \`${level}\`, which may change in any way`;
  }

  function isUnstable(level: string): boolean {
    return policy.stability.unstable.includes(level);
  }

  /** What is wrong with an announcement that something will go. */
  function announcementProblem(change: ContractChange): ContractChange | undefined {
    const { code, new: place, subjects } = change;
    if (place === undefined || (code !== "deprecated" && code !== "sunset-changed")) return undefined;
    const tokens = fromPointer(place.pointer);
    const isKeyword = ["deprecated", "x-sunset", "x-deprecated"].includes(tokens.at(-1) ?? "");
    const at = isKeyword ? { ...place, pointer: toPointer(tokens.slice(0, -1)) } : place;
    const node = toRecord(nodes.new(at).at(-1));
    if (node.deprecated !== true && node["x-deprecated"] !== true) return undefined;
    const shared = { change: "changed", breaks: "wire", effects: {}, new: at, subjects } as const;
    const { "x-sunset": sunset } = node;
    if (sunset === undefined) {
      if (policy.sunset === "optional") return undefined;
      return {
        ...shared,
        code: "sunset-missing",
        message: "it is deprecated without a sunset date, which the policy requires",
        remedy: "Add `x-sunset` with the day from which it may be gone",
      };
    }
    const day = sunsetDay(sunset);
    if (day === undefined)
      return {
        ...shared,
        code: "sunset-invalid",
        message: `its sunset \`${String(sunset)}\` isn't a date`,
        remedy: "Write a day of RFC 3339, such as 2027-06-30",
      };
    const needed = noticeFor(subjects);
    const left = daysBetween(today, day);
    if (left >= needed) return undefined;
    return {
      ...shared,
      code: "sunset-too-soon",
      message: `its sunset ${day} is ${left < 0 ? "in the past" : `in ${left} days`}; the policy gives users ${needed} days`,
      remedy: `Choose a day of ${dayAfter(today, needed)} or later`,
    };
  }

  function noticeFor(subjects: readonly string[]): number {
    const { notice } = policy;
    if (typeof notice === "number") return notice;
    const days = subjects.map((subject) => {
      // What has no level is taken as the most stable.
      const level = levelAround(levels.new, subject)?.level ?? policy.stability.levels.at(-1) ?? "";
      return notice[level] ?? 0;
    });
    return Math.max(0, ...days);
  }

  function levelProblems(): ContractChange[] {
    const known = policy.stability.levels;
    return [...levels.new].flatMap(([subject, { level, place }]): ContractChange[] => {
      const shared = {
        change: "changed",
        breaks: "wire",
        effects: {},
        new: place,
        subjects: [subject],
      } as const;
      const before = levels.old.get(subject)?.level;
      if (!known.includes(level)) {
        if (before === level) return [];
        return [
          {
            ...shared,
            code: "stability-invalid",
            message: `the stability level \`${level}\` isn't one of the policy's: ${known.join(", ")}`,
            remedy: "Use one of them, or add it to `policy.stability.levels`",
          },
        ];
      }
      if (before === undefined || known.indexOf(before) <= known.indexOf(level)) return [];
      return [
        {
          ...shared,
          code: "stability-lowered",
          message: `the stability level is \`${level}\`, which promises less than \`${before}\` did`,
          remedy: "Keep the level, and publish what is unstable beside it",
        },
      ];
    });
  }
}

interface Level {
  readonly level: string;
  readonly place: ChangePlace;
}

/** The stability levels that parts have themselves, by their subjects. */
function subjectLevels(parts: readonly Part[], within = ""): Map<string, Level> {
  const found = new Map<string, Level>();
  for (const part of parts) {
    const subject = partSubject(part, { within });
    const level = toRecord(part.at.value)[stabilityExtension];
    if (level !== undefined) {
      const tokens = [...part.at.tokens, stabilityExtension];
      const { line, column } = part.at.document.locate(tokens, "key");
      const place = { file: part.at.document.file, line, column, pointer: toPointer(tokens) };
      found.set(subject, { level: String(level), place });
    }
    for (const [inner, each] of subjectLevels(part.parts ?? [], subject)) found.set(inner, each);
  }
  return found;
}

/** The level of a subject: its own, or else that of what it is part of. */
function levelAround(levels: ReadonlyMap<string, Level>, subject: string): Level | undefined {
  for (let text = subject; text !== ""; text = text.slice(0, Math.max(0, text.lastIndexOf(", ")))) {
    const found = levels.get(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The sunset of the innermost deprecated value that has one. */
function sunsetAround(nodes: readonly unknown[]): string | undefined {
  return nodes
    .map((node) => sunsetHere(toRecord(node)))
    .filter((day) => day !== undefined)
    .at(-1);
}

function sunsetHere(node: Readonly<Record<string, unknown>>): string | undefined {
  if (node.deprecated !== true && node["x-deprecated"] !== true) return undefined;
  return sunsetDay(node["x-sunset"]);
}

function ownerOfRequired(place: ChangePlace): ChangePlace {
  return { ...place, pointer: place.pointer.replace(/\/required(?:\/\d+)?$/, "") };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
