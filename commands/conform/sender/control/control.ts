import type { JsonObject } from "@oipkit/runtime/webhook";
import type { CallControl } from "./call.js";
import type {
  ControlledApplication,
  DeliveryRecord,
  EndpointSave,
  NewApplication,
  Outcome,
  SavedEndpoint,
} from "./shapes.js";
import { booleanIn, endpointIn, listIn, numberIn, optionalTextIn, textIn } from "./shapes.js";

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
  readonly verify: (url: string) => Promise<Outcome & { readonly proof: string | undefined }>;
  readonly save: (save: EndpointSave) => Promise<Outcome>;
  readonly endpoint: () => Promise<SavedEndpoint | null>;
  readonly resume: () => Promise<void>;
  /** Returns the new secret. */
  readonly rotate: (delivery: "confirmed" | "failed" | "pending") => Promise<string>;
  readonly settle: (confirmed: boolean) => Promise<void>;
  readonly publish: (event: JsonObject) => Promise<Outcome>;
  readonly redeliver: (eventId: string, operationId: string) => Promise<Outcome>;
  readonly test: (eventType: string) => Promise<Outcome>;
  readonly callback: (event: JsonObject) => Promise<string>;
  readonly deliveries: () => Promise<readonly DeliveryRecord[]>;
  readonly audit: () => Promise<readonly { readonly action: string; readonly event_id?: string }[]>;
}

/** The control that is reached by `call`. */
export function controlBy(call: CallControl): Control {
  const nowOf = numberIn("now_ms");
  return {
    now: async () => nowOf(await call("GET", "/clock")),
    advance: async (milliseconds) => nowOf(await call("POST", "/clock", { milliseconds })),
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
    (answer: Readonly<Record<string, unknown>>): Outcome => ({
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
    deliveries: async () => listIn<DeliveryRecord>("deliveries")(await call("GET", `${path}/deliveries`)),
    audit: async () =>
      listIn<{ action: string; event_id?: string }>("entries")(await call("GET", `${path}/audit`)),
  };
}
