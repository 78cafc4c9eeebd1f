import type { Protocol } from "@oipkit/runtime/webhook";
import { ExactNumber, withDoubles } from "../../reader/documents/exact-number.js";
import type { Problem } from "../report/reporter.js";
import {
  type Catalog,
  type EventCheckOptions,
  type EventValidator,
  eventSubjects,
  knownEvents,
  type LoadableEvents,
  readEventType,
  type Validator,
  type Violation,
} from "./catalog.js";
import { exactValue, roundedNumbers } from "./document/exact-value.js";
import { loadSetProtocol } from "./load-catalog.js";
import {
  clean,
  loadedOnce,
  type MaybePromise,
  type Verdict,
  violationProblem,
  whenReady,
} from "./verdict.js";

type JsonObject = Record<string, unknown>;

/** How documents are identified and validated. */
interface InspectorOptions extends EventCheckOptions {
  /** The kind of every document: a subject of the catalog or the name of an event set. */
  readonly as: string | undefined;
  /** A validator that replaces the catalog; `exact` is the one for exact numbers. */
  readonly fixed: (Validator & { exact(): Validator }) | undefined;
  readonly encryptKey: string | undefined;
  /** Return the events, for checks across documents. */
  readonly sequence: boolean;
}

/** Facts about a document's folder that help to identify its kind. */
export interface SourceFolder {
  readonly folder: string | undefined;
  /** Whether it is a folder in `examples/` or `counterexamples/`, whose name is the kind of its files. */
  readonly declared: boolean;
}

/** How to inspect one document. */
interface Inspection {
  /** Problems may lack their messages and places in the contract. */
  readonly countOnly?: boolean | undefined;
  /** The value has an `ExactNumber` for each number that no double holds. */
  readonly isExact?: boolean | undefined;
}

/**
 * Identifies and validates a parsed document. May delete properties of the value. Generated validators take doubles
 * only, so that each exact number that one of them is given is a warning.
 */
export type Inspect = (value: unknown, where: SourceFolder, inspection?: Inspection) => MaybePromise<Verdict>;

/** Creates an inspector. */
export function createInspector(catalog: Catalog, options: InspectorOptions): Inspect {
  const whole: Check = { all: options.all, strict: options.strict, brief: false, isExact: false };
  const brief: Check = { ...whole, brief: true };
  const validators = new Map<string, MaybePromise<Validator>>();
  const findSubject = eventSubjects(catalog);
  const known = knownEvents(catalog);
  const eventValidators = new Map<LoadableEvents, MaybePromise<EventValidator>>();
  const protocols = new Map<LoadableEvents, Protocol>();
  const recognizable = Object.entries(catalog.subjects)
    .flatMap(([name, { recognizedBy }]) => (recognizedBy?.length ? [{ name, recognizedBy }] : []))
    .sort((a, b) => b.recognizedBy.length - a.recognizedBy.length);
  const forced = catalog.eventSets.find(({ name }) => name === options.as);

  const toProblems = (violations: readonly Violation[]): readonly Problem[] =>
    violations.map((violation) => violationProblem(violation, whole));

  // `is` is the fastest answer for a valid document, and lost time for an invalid one; faults come in runs.
  let lastWasValid = true;
  const judge = (validator: Validator, value: unknown, check: Check): Verdict => {
    if (check.isExact) return judgeRounded(validator, value, check);
    // In strict mode, `is` doesn't detect unknown fields.
    if (lastWasValid && !options.strict && validator.is(value)) return clean;
    const violations = validator.check(value, check);
    lastWasValid = violations.length === 0;
    if (violations.length === 0) return clean;
    return { problems: toProblems(violations) };
  };

  const judgeRounded = (validator: Validator, value: unknown, check: Check): Verdict => {
    const violations = validator.check(withDoubles(value), check);
    return { problems: [...toProblems(violations), ...roundedNumbers(value, options)] };
  };

  const loadValidator = (name: string): MaybePromise<Validator> => {
    let validator = validators.get(name);
    if (validator === undefined) {
      const loading = (catalog.subjects[name] as Catalog["subjects"][string]).load();
      // A copy, since V8 reads properties of many module namespaces slowly.
      validator = loading.then(({ is, check }) => {
        const loaded = { is, check };
        validators.set(name, loaded);
        return loaded;
      });
      validators.set(name, validator);
    }
    return validator;
  };

  const asSubject = (name: string, value: unknown, check: Check): MaybePromise<Verdict> =>
    whenReady(loadValidator(name), (ready) => judge(ready, value, check));

  /** Loads the validator of the event's type alone; a set has too many to load all for one document. */
  const asEvent = (
    set: LoadableEvents,
    body: JsonObject,
    check: Check,
  ): MaybePromise<Verdict | undefined> => {
    const token = set.protocol?.token;
    if (token !== undefined && Object.hasOwn(body, token)) delete body[token];
    const type = readEventType(set, body);
    if (type !== undefined && set.callbacks?.includes(type)) return asSubject(type, body, check);
    const subject = type === undefined ? undefined : findSubject(set, type);
    if (subject === undefined) return judgeAsEvent(set, body, check);
    return whenReady(loadValidator(subject), (ready) => {
      known.remember(set, type as string, ready);
      const verdict = judge(ready, body, check);
      if (options.sequence) return { ...verdict, event: { set, value: body } };
      return verdict;
    });
  };

  const judgeAsEvent = (
    set: LoadableEvents,
    body: JsonObject,
    check: Check,
  ): MaybePromise<Verdict | undefined> => {
    let validator = eventValidators.get(set);
    if (validator === undefined) {
      validator = set.load().then((loaded) => {
        eventValidators.set(set, loaded);
        return loaded;
      });
      eventValidators.set(set, validator);
    }
    return whenReady(validator, (ready) => {
      const result = ready.validateEvent(check.isExact ? withDoubles(body) : body, check);
      if (result.kind === "unknown") return undefined;
      const found = result.kind === "valid" ? clean.problems : toProblems(result.errors);
      const problems = check.isExact ? [...found, ...roundedNumbers(body, options)] : found;
      if (options.sequence) return { problems, event: { set, value: body } };
      if (problems.length === 0) return clean;
      return { problems };
    });
  };

  const firstEvent = (body: JsonObject, check: Check, from = 0): MaybePromise<Verdict | undefined> => {
    for (let at = from; at < catalog.eventSets.length; at++) {
      const set = catalog.eventSets[at] as LoadableEvents;
      if (readEventType(set, body) === undefined) continue;
      const verdict = asEvent(set, body, check);
      if (verdict === undefined) continue;
      if (!(verdict instanceof Promise)) return verdict;
      return verdict.then((found) => found ?? firstEvent(body, check, at + 1));
    }
    return undefined;
  };

  const decrypt = async (
    { set, property }: { readonly set: LoadableEvents; readonly property: string },
    body: JsonObject,
    check: Check,
  ): Promise<Verdict> => {
    const { decryptedText } = await import("@oipkit/runtime/webhook");
    let text: string;
    try {
      const protocol = protocols.get(set) ?? ((await loadSetProtocol(set)) as Protocol);
      protocols.set(set, protocol);
      const outer = Buffer.from(JSON.stringify(body));
      text = decryptedText({ protocol, encryptKey: options.encryptKey ?? "", body: outer });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "decryption-failed") throw error;
      const message = "cannot decrypt the body with the key in WEBHOOK_ENCRYPT_KEY";
      return { problems: [{ code: "decryption-failed", message, pointer: `/${property}` }] };
    }
    const { value, isExact, problem } = exactValue(text);
    if (problem !== undefined) {
      // Its place in the decrypted text isn't one in the document.
      const { code, message, pointer } = problem;
      return { problems: [{ code, message, pointer }], encryptedProperty: property };
    }
    const inner = value as JsonObject;
    const verdict = (await firstEvent(inner, { ...check, isExact })) ?? (await unknown(inner));
    const event = "event" in verdict && verdict.event ? { event: { ...verdict.event, encrypted: true } } : {};
    return { problems: verdict.problems, ...event, encryptedProperty: property };
  };

  const findEncryption = (body: JsonObject): { set: LoadableEvents; property: string } | undefined => {
    for (const set of catalog.eventSets) {
      const property = set.protocol?.encryption?.property;
      if (property === undefined || set.loadProtocol === undefined) continue;
      if (Object.hasOwn(body, property) && Object.keys(body).length === 1) return { set, property };
    }
    return undefined;
  };

  const describing = loadedOnce(() => import("./unknown-document.js"));
  const unknown = (value: unknown): MaybePromise<Verdict> =>
    whenReady(describing(), ({ unknownDocument }) => ({
      problems: [unknownDocument(catalog, value, options.encryptKey === undefined)],
    }));

  const byOtherSigns = (value: unknown, where: SourceFolder, check: Check): MaybePromise<Verdict> => {
    const body = isObject(value) ? value : undefined;
    const encrypted = body && options.encryptKey !== undefined ? findEncryption(body) : undefined;
    if (body && encrypted) return decrypt(encrypted, body, check);
    const kind =
      body && recognizable.find(({ recognizedBy }) => recognizedBy.every((key) => Object.hasOwn(body, key)));
    if (kind) return asSubject(kind.name, body, check);
    if (where.folder !== undefined && Object.hasOwn(catalog.subjects, where.folder))
      return asSubject(where.folder, value, check);
    return unknown(value);
  };

  return (value, where, { countOnly = false, isExact = false } = {}) => {
    const usual = countOnly ? brief : whole;
    if (options.fixed) return judge(isExact ? options.fixed.exact() : options.fixed, value, usual);
    const check = isExact ? { ...usual, isExact } : usual;
    if (forced) {
      const verdict = isObject(value) ? asEvent(forced, value, check) : undefined;
      return whenReady(verdict, (found) => found ?? unknown(value));
    }
    if (options.as !== undefined) return asSubject(options.as, value, check);
    if (where.declared && where.folder !== undefined && Object.hasOwn(catalog.subjects, where.folder))
      return asSubject(where.folder, value, check);
    const validator = isObject(value) && !options.sequence ? known.findValidator(value) : undefined;
    if (validator !== undefined) return judge(validator, value, check);
    const event = isObject(value) ? firstEvent(value, check) : undefined;
    return whenReady(event, (found) => found ?? byOtherSigns(value, where, check));
  };
}

interface Check extends EventCheckOptions {
  /** Whether the value has exact numbers. */
  readonly isExact: boolean;
}

function isObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) && !(value instanceof ExactNumber);
}
