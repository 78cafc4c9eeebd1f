import type { Transport } from "@oipkit/delivery";

/** A transport whose way can be changed while it is used. */
export interface TransportSwitch {
  readonly transport: Transport;
  /** Sends through another transport, made from the plain one, until the result is called. */
  readonly through: (make: (plain: Transport) => Transport) => () => void;
}

/** Begins with the plain transport; closing closes that one. */
export function createTransportSwitch(plain: Transport): TransportSwitch {
  let current = plain;
  return {
    transport: { post: (request) => current.post(request), close: () => plain.close() },
    through(make) {
      const other = make(plain);
      current = other;
      return () => {
        if (current === other) current = plain;
      };
    },
  };
}
