import { below } from "../../../../../reader/documents/place.js";
import { type ApiOperation, declaresStatus, statusText, writtenMedia } from "../../contract/api-contract.js";
import type { ApiResource } from "../../contract/api-resources.js";
import { bodyValue, type CallArguments, withBody } from "../../request/call-arguments.js";
import { madeInstance, pathNames } from "../../run/api-instance.js";
import { type ApiAnswer, isSuccess } from "../../run/api-session.js";
import { statuses } from "../../run/finding.js";
import type { Trial } from "../../run/trial.js";
import { applied, declaredProperties, valueAtPath, withValueAt } from "../../values/value-places.js";
import { type ApiCheck, type CheckContext, mustCase, untried, violated } from "../api-check.js";
import { refusedWithoutEffect } from "./effects.js";
import { attempt, transitions } from "./transitions.js";

/** Another interval, by its begin and end in lengths of the first one after its begin. */
interface Overlap {
  readonly words: string;
  readonly from: number;
  readonly to: number;
  /** Whether its times are written with another offset. */
  readonly isOffset?: boolean;
}

const overlaps: Readonly<Record<string, Overlap>> = {
  same: { words: "is at the same time", from: 0, to: 1 },
  inside: { words: "lies within it", from: 0.25, to: 0.75 },
  around: { words: "begins before it and ends after it", from: -0.5, to: 1.5 },
  begin: { words: "ends within it", from: -0.5, to: 0.5 },
  end: { words: "begins within it", from: 0.5, to: 1.5 },
  offset: { words: "is at the same time, written with another offset", from: 0, to: 1, isOffset: true },
};

/** Times that overlap aren't both taken. */
export const overlapping: ApiCheck = {
  name: "overlap",
  rule: "Where the contract declares 409 for times that overlap, each kind of overlap is refused, and times that only touch aren't.",
  *cases({ contract, session }) {
    for (const create of contract.operations) {
      if (create.method !== "POST" || !declaresStatus(create, 409)) continue;
      const text = statusText(create, 409);
      const members = intervalMembers(create, contract);
      if (!/\boverlap/i.test(text) || members === undefined) continue;
      const resource = session.resources.find((each) => each.create === create);
      const booking = { create, members };
      for (const [name, overlap] of Object.entries(overlaps))
        yield mustCase(`overlap/${create.id}/${name}`, (trial, own) =>
          refusedOverlap(trial, { ...booking, overlap }, own),
        );
      yield mustCase(`overlap/${create.id}/touching`, (trial, own) => acceptedTouch(trial, booking, own));
      // Only where the contract says which items count.
      if (resource !== undefined && /\b(?:confirmed|active|open|accepted|uncancell?ed)\b/i.test(text))
        yield mustCase(`overlap/${create.id}/cancelled`, (trial, own) =>
          acceptedAfterCancelling(trial, { ...booking, resource }, own),
        );
    }
  },
};

/** The members of a body that hold the begin and the end of a time. */
interface IntervalMembers {
  readonly start: string;
  readonly end: string;
}

function intervalMembers(
  operation: ApiOperation,
  contract: CheckContext["contract"],
): IntervalMembers | undefined {
  const media = writtenMedia(operation);
  const node = media && contract.requestNode(below(media.place, "schema"));
  if (node === undefined) return undefined;
  const times = declaredProperties(applied(node, {}))
    .filter(([, each]) => applied(each, "").some(({ format }) => format?.name === "date-time"))
    .map(([name]) => name);
  const start = times.find((name) =>
    /^(?:starts?|begins?|from|valid_?from)(?:_?(?:at|time|s))?$/i.test(name),
  );
  const end = times.find((name) =>
    /^(?:ends?|until|to|till|valid_?(?:to|until))(?:_?(?:at|time|s))?$/i.test(name),
  );
  return start === undefined || end === undefined ? undefined : { start, end };
}

interface Booking {
  readonly create: ApiOperation;
  readonly members: IntervalMembers;
}

/** What was made first, and how a further call has another time. */
interface FirstBooking {
  readonly call: CallArguments;
  readonly answer: ApiAnswer;
  readonly at: (overlap: Overlap) => Promise<CallArguments>;
}

async function firstBooking(
  trial: Trial,
  { create, members }: Booking,
  { fixtures }: CheckContext,
): Promise<FirstBooking> {
  const { call, answer } = await fixtures.accepted(trial, create, { isFresh: true });
  const [start, end] = [members.start, members.end].map((name) =>
    Date.parse(String(valueAtPath(bodyValue(call), [name]))),
  );
  if (start === undefined || end === undefined || !(end > start))
    return untried(
      `needs a body of ${create.id} with a time from \`${members.start}\` to \`${members.end}\``,
    );
  const at = async ({ from, to, isOffset = false }: Overlap): Promise<CallArguments> => {
    const fresh = await fixtures.renewed(trial, create, { call: fixtures.bodies.renamed(create, call) });
    const time = (part: number): string => timeText(start + Math.round((end - start) * part), isOffset);
    const begun = withValueAt(bodyValue(fresh), [members.start], time(from));
    return withBody(fresh, withValueAt(begun, [members.end], time(to)));
  };
  return { call, answer, at };
}

const offsetMs = 5 * 3_600_000;

function timeText(ms: number, isOffset: boolean): string {
  const plain = new Date(isOffset ? ms - offsetMs : ms).toISOString().replace(/\.\d+Z$/, "Z");
  return isOffset ? plain.replace("Z", "-05:00") : plain;
}

async function refusedOverlap(
  trial: Trial,
  booking: Booking & { readonly overlap: Overlap },
  context: CheckContext,
): Promise<void> {
  const { create, overlap } = booking;
  const first = await firstBooking(trial, booking, context);
  const call = await first.at(overlap);
  const names = pathNames(create, call);
  const send = (): Promise<ApiAnswer> => trial.call(create, call);
  const answer = await refusedWithoutEffect(trial, { operation: create, names }, { context, send });
  if (isSuccess(answer))
    violated(
      `the server accepts a request of ${create.id} whose time ${overlap.words}, and the contract declares 409: ${statusText(create, 409).slice(0, 100)}`,
      statuses("409", answer.status),
    );
  // Long after it, the same must be fine, or the refusal says nothing.
  const control = await trial.call(create, await first.at({ ...overlap, from: 20, to: 21 }));
  if (!isSuccess(control))
    untried(`needs a success of ${create.id} at another time; it answers ${control.status}`);
}

async function acceptedTouch(trial: Trial, booking: Booking, context: CheckContext): Promise<void> {
  const { create } = booking;
  const first = await firstBooking(trial, booking, context);
  const answer = await trial.call(create, await first.at({ words: "", from: 1, to: 2 }));
  if (answer.status === 409)
    violated(
      `the server refuses a request of ${create.id} whose time begins when that of another one ends`,
      statuses("a success", answer.status),
    );
}

async function acceptedAfterCancelling(
  trial: Trial,
  booking: Booking & { readonly resource: ApiResource },
  context: CheckContext,
): Promise<void> {
  const { create, resource } = booking;
  const first = await firstBooking(trial, booking, context);
  const instance = madeInstance(resource, first.call, first.answer);
  const cancel = transitions(resource, context).find(({ word }) => /^(?:cancel|withdraw|revoke)/i.test(word));
  if (instance === undefined || cancel === undefined) return untried("needs an action that cancels an item");
  const names = instance.names;
  if (!isSuccess(await attempt(trial, cancel.action, { names, context })))
    return untried(`needs a success of ${cancel.action.id}`);
  const answer = await trial.call(create, await first.at({ words: "", from: 0, to: 1 }));
  if (answer.status === 409)
    violated(
      `the server refuses a request of ${create.id} at the time of one that was cancelled`,
      statuses("a success", answer.status),
    );
}
