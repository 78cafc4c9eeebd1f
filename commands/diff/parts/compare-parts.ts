import { type ChangePlace, type ContractChange, placeIn } from "../comparison.js";
import { canonical } from "../inclusion/goal/canonical.js";
import type { Judgement, Part, PartFlow, PartRule } from "../part.js";
import type { Exchange } from "../schemas/schema-changes.js";

/** A schema that both versions of a part have. */
export interface SchemaPair {
  readonly subject: string;
  /** The titles that the subject is made of, without media types. */
  readonly titles: readonly string[];
  readonly flow: PartFlow;
  readonly exchange: Exchange;
  readonly old: Part & { readonly schema: NonNullable<Part["schema"]> };
  readonly new: Part & { readonly schema: NonNullable<Part["schema"]> };
}

/** What comparing trees of parts yields: changes, and pairs of schemas that are still to be decided. */
export interface PartsComparison {
  readonly changes: readonly ContractChange[];
  readonly schemas: readonly SchemaPair[];
  /** Parts of the top level that both versions have. */
  readonly compared: number;
  /** Those of the top level; absent if nothing is asked of them. */
  readonly parts?: { readonly old: readonly Part[]; readonly new: readonly Part[] };
}

/** How parts are compared. */
interface PartsOptions {
  /** By kind; all kinds must be there. */
  readonly rules: Readonly<Record<string, PartRule>>;
  /** What the data that flows to the consumer is called. */
  readonly incoming: "response" | "event";
}

interface Level {
  readonly old: readonly Part[];
  readonly new: readonly Part[];
  /** The subject of the parent. */
  readonly within: string;
  /** Likewise, without media types. */
  readonly titles: readonly string[];
  /** The parent in either version; where a part is missing, it is the nearest place. */
  readonly parents?: { readonly old: Part; readonly new: Part };
}

/** Compares two trees of parts by kind and key. */
export function compareParts(
  versions: { readonly old: readonly Part[]; readonly new: readonly Part[] },
  { rules, incoming }: PartsOptions,
): PartsComparison {
  const changes: ContractChange[] = [];
  const schemas: SchemaPair[] = [];
  compare({ ...versions, within: "", titles: [] });
  const keys = new Set(versions.old.map(partKey));
  const compared = versions.new.filter((part) => keys.has(partKey(part))).length;
  return { changes, schemas, compared, parts: versions };

  function compare(level: Level): void {
    const newByKey = new Map(level.new.map((part) => [partKey(part), part]));
    const oldByKey = new Map(level.old.map((part) => [partKey(part), part]));
    for (const part of level.old) {
      const counterpart = newByKey.get(partKey(part)) ?? findCovering(part, level.new);
      const named = partName(part, level);
      if (counterpart !== undefined) comparePair({ old: part, new: counterpart }, named);
      else {
        const parent = level.parents?.new;
        add(findRule(part).removed(part), { ...named, change: "removed", old: part, parent });
      }
    }
    for (const part of level.new) {
      if (oldByKey.has(partKey(part))) continue;
      const counterpart = findCovering(part, level.old);
      const named = partName(part, level);
      if (counterpart !== undefined) comparePair({ old: counterpart, new: part }, named);
      else {
        const parent = level.parents?.old;
        add(findRule(part).added(part), { ...named, change: "added", new: part, parent });
      }
    }
  }

  function findCovering(part: Part, others: readonly Part[]): Part | undefined {
    const siblings = others.filter(({ kind }) => kind === part.kind);
    return findRule(part).covering?.(part, siblings);
  }

  function comparePair(
    parts: { readonly old: Part; readonly new: Part },
    { subject, titles }: PartName,
  ): void {
    const { facts = {} } = findRule(parts.new);
    for (const [name, rule] of Object.entries(facts)) {
      const old = parts.old.facts?.[name];
      const current = parts.new.facts?.[name];
      if (canonical(old?.value) === canonical(current?.value)) continue;
      const values = { old: old?.value, new: current?.value };
      const places = {
        old: place(old?.at === undefined ? parts.old : { at: old.at }),
        new: place(current?.at === undefined ? parts.new : { at: current.at }),
      };
      for (const judgement of rule(values, parts))
        changes.push({
          change: "changed",
          breaks: "wire",
          ...judgement,
          ...places,
          subjects: [subject],
          titles: [titles],
        });
    }
    const { old, new: current } = parts;
    if (old.schema !== undefined && current.schema !== undefined) {
      const exchange = current.flow === "to-provider" ? "request" : incoming;
      schemas.push({
        subject,
        titles,
        flow: current.flow,
        exchange,
        old: { ...old, schema: old.schema },
        new: { ...current, schema: current.schema },
      });
    }
    compare({ old: old.parts ?? [], new: current.parts ?? [], within: subject, titles, parents: parts });
  }

  function findRule({ kind }: Part): PartRule {
    const rule = rules[kind];
    if (rule === undefined) throw new Error(`no rule for parts of the kind ${kind}`);
    return rule;
  }

  function add(judgement: Judgement | undefined, at: Added): void {
    if (judgement === undefined) return;
    changes.push({
      change: at.change,
      breaks: "wire",
      ...judgement,
      ...changePlaces(at),
      subjects: [at.subject],
      titles: [at.titles],
    });
  }
}

/** The subject of a part, and the titles that it is made of, without media types. */
interface PartName {
  readonly subject: string;
  readonly titles: readonly string[];
}

function partName(part: Part, level: Level): PartName {
  const isTold = part.title !== "" && !part.kind.endsWith("-media-type");
  return {
    subject: partSubject(part, level),
    titles: isTold ? [...level.titles, part.title] : level.titles,
  };
}

interface Added extends PartName {
  readonly change: "added" | "removed";
  readonly old?: Part;
  readonly new?: Part;
  readonly parent: Part | undefined;
}

function changePlaces({ old = undefined, new: current = undefined, parent, change }: Added) {
  const above = parent && place(parent);
  const [before, after] = [old && place(old), current && place(current)];
  return {
    ...both("old", before ?? (change === "added" ? above : undefined)),
    ...both("new", after ?? (change === "removed" ? above : undefined)),
  };
}

function both<Key extends "old" | "new">(key: Key, value: ChangePlace | undefined) {
  if (value === undefined) return {};
  return { [key]: value };
}

function place({ at }: Pick<Part, "at">): ChangePlace {
  return placeIn(at.document, at.tokens);
}

function partKey({ kind, key }: Part): string {
  return `${kind} ${key}`;
}

/** The subject of a part: the titles from the root on. */
export function partSubject({ title }: Part, { within }: Pick<Level, "within">): string {
  if (within === "" || title === "") return `${within}${title}`;
  return `${within}, ${title}`;
}
