import type { JsonObject } from "@oipkit/runtime/webhook";
import { json } from "../../../reader/text/json.js";
import { ControlFailed, ControlLacking } from "../errors.js";
import { type Incoming, NoAnswer, type Send, sendReliably } from "../exchange/send.js";

/** A sender's control (`contracts/sender-probe.openapi.yaml`). Its calls reject with `ControlFailed` and `ControlLacking`. */
export interface Control {
  readonly now: () => Promise<number>;
  /** Makes what becomes due within so many milliseconds; returns the time then. */
  readonly advance: (milliseconds: number) => Promise<number>;
  readonly leaks: (needle: string) => Promise<boolean>;
  readonly create: (application: NewApplication) => Promise<ControlledApplication>;
  readonly of: (applicationId: string) => ControlOfApplication;
}

/** The operations on one application. */
export interface ControlOfApplication {
  readonly change: (change: {
    readonly active?: boolean;
    readonly granted_types?: readonly string[];
  }) => Promise<void>;
  readonly verify: (url: string) => Promise<ControlOutcome & { readonly proof: string | undefined }>;
  readonly save: (save: EndpointSave) => Promise<ControlOutcome>;
  readonly endpoint: () => Promise<SavedEndpoint | null>;
  readonly resume: () => Promise<void>;
  /** Returns the new secret. */
  readonly rotate: (delivery: "confirmed" | "failed" | "pending") => Promise<string>;
  readonly settle: (confirmed: boolean) => Promise<void>;
  readonly publish: (event: JsonObject) => Promise<ControlOutcome>;
  readonly redeliver: (eventId: string, operationId: string) => Promise<ControlOutcome>;
  readonly test: (eventType: string) => Promise<ControlOutcome>;
  readonly callback: (event: JsonObject) => Promise<string>;
  readonly deliveries: () => Promise<readonly SenderDelivery[]>;
  readonly audit: () => Promise<readonly { readonly action: string; readonly event_id?: string }[]>;
}

/** The control that is reached by `call`. */
export function controlBy(call: CallControl): Control {
  const readNow = numberIn("now_ms");
  return {
    now: async () => readNow(await call("GET", "/clock")),
    advance: async (milliseconds) => readNow(await call("POST", "/clock", { milliseconds })),
    leaks: async (needle) =>
      booleanIn("found")(await call("GET", `/leaks?needle=${encodeURIComponent(needle)}`)),
    async create(application) {
      const answer = await call("POST", "/applications", application);
      const id = textIn("application_id")(answer);
      const key = answer.encrypt_key;
      return {
        id,
        secret: textIn("signing_secret")(answer),
        token: textIn("verification_token")(answer),
        encryptKey: typeof key === "string" ? key : undefined,
      };
    },
    of: (id) => ofApplication(call, `/applications/${encodeURIComponent(id)}`),
  };
}

function ofApplication(call: CallControl, path: string): ControlOfApplication {
  const outcome =
    (name: string) =>
    (answer: Readonly<Record<string, unknown>>): ControlOutcome => ({
      accepted: booleanIn(name)(answer),
      reason: optionalTextIn("reason")(answer),
    });
  const accepted = outcome("accepted");
  return {
    async change(change) {
      await call("PATCH", path, change);
    },
    async verify(url) {
      const answer = await call("POST", `${path}/verifications`, { url });
      return { ...outcome("verified")(answer), proof: optionalTextIn("proof")(answer) };
    },
    save: async (save) => outcome("saved")(await call("PUT", `${path}/endpoint`, save)),
    endpoint: async () => endpointIn(await call("GET", `${path}/endpoint`)),
    async resume() {
      await call("POST", `${path}/endpoint/resume`);
    },
    rotate: async (delivery) => textIn("signing_secret")(await call("POST", `${path}/secret`, { delivery })),
    async settle(confirmed) {
      await call("PUT", `${path}/secret/delivery`, { confirmed });
    },
    publish: async (event) => accepted(await call("POST", `${path}/events`, { event })),
    redeliver: async (event_id, operation_id) =>
      accepted(await call("POST", `${path}/redeliveries`, { event_id, operation_id })),
    test: async (event_type) => accepted(await call("POST", `${path}/tests`, { event_type })),
    callback: async (event) => textIn("outcome")(await call("POST", `${path}/callbacks`, { event })),
    deliveries: async () => listIn<SenderDelivery>("deliveries")(await call("GET", `${path}/deliveries`)),
    audit: async () =>
      listIn<{ action: string; event_id?: string }>("entries")(await call("GET", `${path}/audit`)),
  };
}

/** Calls an operation of a control and returns the object that it answers, empty for none. Rejects with `ControlFailed` and `ControlLacking`. */
type CallControl = (
  method: string,
  path: string,
  body?: object,
) => Promise<Readonly<Record<string, unknown>>>;

/** Longest answer of a control that is read, in bytes. */
const maxAnswerBytes = 16 * 1024 ** 2;

/** How a control says that it lacks an operation. */
const lackingStatuses: readonly number[] = [404, 405, 501];

/** Calls the control under `url`. An operation may wait for the answers of endpoints, so it takes its time. */
export function callControl(
  url: string,
  options: { readonly send: Send; readonly timeoutMs: number },
): CallControl {
  const { timeoutMs } = options;
  const send = sendReliably(options.send);
  return async (method, path, body) => {
    const shown = `${method} ${path.split("?")[0]}`;
    const answer = await answerTo(shown, () =>
      send({
        url: url + path,
        method,
        headers: body === undefined ? [] : [["content-type", "application/json"]],
        body: Buffer.from(body === undefined ? "" : json(body)),
        timeoutMs,
        maxAnswerBytes,
      }),
    );
    if (lackingStatuses.includes(answer.status))
      throw new ControlLacking(`needs a control that offers ${shown}`);
    if (answer.status === 204) return {};
    if (answer.status !== 200) throw new ControlFailed(`the control returns ${answer.status} for ${shown}`);
    return objectIn(answer.body, shown);
  };
}

async function answerTo(shown: string, send: () => Promise<Incoming>): Promise<Incoming> {
  try {
    return await send();
  } catch (cause) {
    if (!(cause instanceof NoAnswer)) throw cause;
    throw new ControlFailed(`the control doesn't answer ${shown} (${cause.kind})`, { cause });
  }
}

function objectIn(body: Uint8Array, shown: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as never;
  } catch (cause) {
    throw new ControlFailed(`the control's answer to ${shown} isn't JSON`, { cause });
  }
  throw new ControlFailed(`the control's answer to ${shown} isn't an object`);
}

/** An application to create. */
interface NewApplication {
  readonly environment: string;
  readonly product_code: string | null;
  readonly granted_types: readonly string[];
  readonly encryption: boolean;
  readonly delivery_timeout_ms: number;
}

/** An application of the sender, and its credentials. */
interface ControlledApplication {
  readonly id: string;
  readonly secret: string;
  readonly token: string;
  readonly encryptKey: string | undefined;
}

/** A save of an endpoint. */
interface EndpointSave {
  readonly url: string;
  readonly event_types?: readonly string[];
  readonly callback_types?: readonly string[];
  readonly proof?: string;
  readonly revision?: number;
  readonly operation_id?: string;
}

/** An endpoint as it is saved. */
export interface SavedEndpoint {
  readonly url: string;
  readonly event_types: readonly string[];
  readonly callback_types: readonly string[];
  readonly state: string;
  readonly revision: number;
}

/** What became of a wish. */
export interface ControlOutcome {
  readonly accepted: boolean;
  readonly reason: string | undefined;
}

/** A delivery as the sender has recorded it. */
export interface SenderDelivery {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly error?: string | null }[];
}

type Answer = Readonly<Record<string, unknown>>;

/** Reads a member of an answer. Throws `ControlFailed`. */
const textIn = (name: string) =>
  reader(name, (value) => typeof value === "string") as (answer: Answer) => string;
/** Reads a member of an answer. Throws `ControlFailed`. */
const booleanIn = (name: string) =>
  reader(name, (value) => typeof value === "boolean") as (answer: Answer) => boolean;
/** Reads a member of an answer. Throws `ControlFailed`. */
const numberIn = (name: string) =>
  reader(name, (value) => typeof value === "number") as (answer: Answer) => number;
/** Reads a member of an answer that may be absent. */
const optionalTextIn =
  (name: string) =>
  (answer: Answer): string | undefined =>
    typeof answer[name] === "string" ? (answer[name] as string) : undefined;

/** Reads a list of objects in an answer. Throws `ControlFailed`. */
function listIn<Item>(name: string): (answer: Answer) => readonly Item[] {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
  return reader(name, isList) as (answer: Answer) => readonly Item[];
}

/** Reads the endpoint in an answer. Throws `ControlFailed`. */
function endpointIn(answer: Answer): SavedEndpoint | null {
  const { endpoint } = answer;
  if (endpoint === null) return null;
  const isEndpoint =
    isObject(endpoint) &&
    typeof endpoint.url === "string" &&
    typeof endpoint.revision === "number" &&
    Array.isArray(endpoint.event_types) &&
    Array.isArray(endpoint.callback_types);
  if (!isEndpoint) throw new ControlFailed("the control shows no endpoint as its contract describes it");
  return endpoint as unknown as SavedEndpoint;
}

function reader(name: string, fits: (value: unknown) => boolean): (answer: Answer) => unknown {
  return (answer) => {
    const value = answer[name];
    if (fits(value)) return value;
    throw new ControlFailed(`the control's answer lacks ${name}`);
  };
}

function isObject(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
