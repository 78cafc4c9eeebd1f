import { ControlFailed } from "../../errors.js";

/** An application to create. */
export interface NewApplication {
  readonly environment: string;
  readonly product_code: string | null;
  readonly granted_types: readonly string[];
  readonly encryption: boolean;
  readonly delivery_timeout_ms: number;
}

/** An application of the sender, and its credentials. */
export interface ControlledApplication {
  readonly id: string;
  readonly secret: string;
  readonly token: string;
  readonly encryptKey: string | undefined;
}

/** A save of an endpoint. */
export interface EndpointSave {
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
export interface Outcome {
  readonly accepted: boolean;
  readonly reason: string | undefined;
}

/** A delivery as the sender has recorded it. */
export interface DeliveryRecord {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly error?: string | null }[];
}

type Answer = Readonly<Record<string, unknown>>;

/** Reads a member of an answer. Throws `ControlFailed`. */
export const textIn = (name: string) =>
  reader(name, (value) => typeof value === "string") as (answer: Answer) => string;
/** Reads a member of an answer. Throws `ControlFailed`. */
export const booleanIn = (name: string) =>
  reader(name, (value) => typeof value === "boolean") as (answer: Answer) => boolean;
/** Reads a member of an answer. Throws `ControlFailed`. */
export const numberIn = (name: string) =>
  reader(name, (value) => typeof value === "number") as (answer: Answer) => number;
/** Reads a member of an answer that may be absent. */
export const optionalTextIn =
  (name: string) =>
  (answer: Answer): string | undefined =>
    typeof answer[name] === "string" ? (answer[name] as string) : undefined;

/** Reads a list of objects in an answer. Throws `ControlFailed`. */
export function listIn<Item>(name: string): (answer: Answer) => readonly Item[] {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
  return reader(name, isList) as (answer: Answer) => readonly Item[];
}

/** Reads the endpoint in an answer. Throws `ControlFailed`. */
export function endpointIn(answer: Answer): SavedEndpoint | null {
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
