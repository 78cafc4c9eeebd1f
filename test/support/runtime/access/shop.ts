import type { AccessDescriptor, SnapshotAnswer } from "../../../../runtime/access/index.js";

/** An API unlike the platform's: other names, values nested deeper. */
export const descriptor = {
  allowed: "/member/may",
  revision: "/member/at",
  collections: { seats: "/member/seats", plan: "/plan" },
  eventType: "/kind",
  events: {
    "seat.changed": {
      revision: "/seq",
      subject: { shop: "/of/shop", person: "/of/person" },
      request: { event: "/id" },
    },
  },
} as const satisfies AccessDescriptor;

export interface SeatChanged {
  readonly kind: "seat.changed";
  readonly id: string;
  readonly seq: number;
  readonly of: { readonly shop: string; readonly person: string };
}

export interface Seats {
  readonly seats: unknown;
  readonly plan: unknown;
}

export const subject = { shop: "s1", person: "p1" };

export function seatChanged(seq: number, person = "p1"): SeatChanged {
  return { kind: "seat.changed", id: `e${seq}`, seq, of: { shop: "s1", person } };
}

export function snapshot(at: unknown, may: unknown = true): SnapshotAnswer {
  return { ok: true, status: 200, body: { member: { may, at, seats: ["a"] }, plan: "pro" } };
}
