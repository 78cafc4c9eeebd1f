import fc from "fast-check";
import type { CredentialKind } from "../../../../delivery/store/tables.js";
import { types } from "./accounts-fixture.js";

export const kinds: readonly CredentialKind[] = ["signing-secret", "verification-token", "encrypt-key"];
const kind = fc.constantFrom(...kinds);
const operationId = fc.nat(6).map((number) => `op-${number}`);

/** Something that a platform may do. A rotation ends with the hand-over, with its failure, or with the process. */
export type Step =
  | {
      readonly do: "save";
      readonly path: string;
      readonly type: number;
      readonly behind: number;
      readonly isTested: boolean;
      readonly operationId: string;
    }
  | {
      readonly do: "rotate";
      readonly kind: CredentialKind;
      readonly end: "handed" | "failed" | "crashed";
      readonly operationId: string;
    }
  | { readonly do: "confirm" | "discard"; readonly kind: CredentialKind }
  | { readonly do: "pause" | "resume" | "revoke" | "ensure" | "restart" };

export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("save" as const),
    path: fc.constantFrom("a", "b"),
    type: fc.nat(1),
    operationId,
    behind: fc.constantFrom(0, 0, 0, 1),
    isTested: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("rotate" as const),
    kind,
    operationId,
    end: fc.constantFrom("handed" as const, "failed" as const, "crashed" as const),
  }),
  fc.record({ do: fc.constantFrom("confirm" as const, "discard" as const), kind }),
  fc.record({ do: fc.constantFrom("pause" as const, "resume" as const, "revoke" as const) }),
  fc.record({ do: fc.constantFrom("ensure" as const, "restart" as const) }),
);

type Fate = "pending" | "activated" | "discarded";

/** What an application should have, in the simplest terms. `expect…` changes it and says what the engine should answer. */
export class Model {
  state: "none" | "active" | "paused" = "none";
  revision = 0;
  url = "";
  type = "";
  readonly active = new Map<CredentialKind, number>();
  /** By kind, what became of each version; the first has the index 0. */
  readonly fates: Record<CredentialKind, Fate[]> = {
    "signing-secret": [],
    "verification-token": [],
    "encrypt-key": [],
  };
  readonly #done = new Map<string, { readonly asked: string; readonly answer: () => object }>();

  expectSave(url: string, request: Extract<Step, { do: "save" }>, proven: boolean): object | string {
    const asked = JSON.stringify(["save", url, request.type, this.revision - request.behind]);
    const done = this.#done.get(request.operationId);
    // What was asked names a revision, so the same step may ask for something else later.
    if (done !== undefined) return done.asked === asked ? done.answer() : "operation-conflict";
    if (request.behind > 0) return "revision-conflict";
    if ((this.state === "none" || this.url !== url) && !proven) return "proof-missing";
    const created = this.state === "none";
    if (created) this.state = "active";
    this.revision += 1;
    this.url = url;
    this.type = types[request.type] ?? "";
    this.ensure();
    const { revision, state } = this;
    const answer = { created, endpoint: { revision, url, state, eventTypes: [this.type] } };
    this.#done.set(request.operationId, { asked, answer: () => answer });
    return answer;
  }

  expectRotation({ kind: of, end, operationId: id }: Extract<Step, { do: "rotate" }>): object | string {
    const asked = JSON.stringify(["rotate", of]);
    const done = this.#done.get(id);
    if (done !== undefined) return done.asked === asked ? done.answer() : "operation-conflict";
    if (this.fates[of].includes("pending")) return "credential-state";
    if (!this.active.has(of)) return "credential-missing";
    const version = this.fates[of].push("pending");
    const answer = () => ({ kind: of, version, outcome: this.fates[of][version - 1] });
    this.#done.set(id, { asked, answer });
    if (end !== "crashed") this.expectDecision(of, end === "handed" ? "confirm" : "discard");
    return answer();
  }

  /** About the latest version. */
  expectDecision(of: CredentialKind, decision: "confirm" | "discard"): Fate | string {
    const version = this.fates[of].length;
    const fate = this.fates[of][version - 1];
    if (fate === undefined) return "credential-missing";
    const wanted = decision === "confirm" ? "activated" : "discarded";
    if (fate === wanted) return wanted;
    if (fate !== "pending") return "credential-state";
    this.fates[of][version - 1] = wanted;
    if (decision === "confirm") this.active.set(of, version);
    return wanted;
  }

  expectChange(change: "pause" | "resume" | "revoke"): object | string {
    if (this.state === "none") return "endpoint-missing";
    if (change !== "revoke") {
      this.state = change === "pause" ? "paused" : "active";
      return { state: this.state, revision: this.revision };
    }
    this.state = "none";
    this.revision += 1;
    return { state: "revoked", revision: this.revision };
  }

  ensure(): void {
    for (const of of kinds) if (!this.active.has(of)) this.active.set(of, this.fates[of].push("activated"));
  }
}
