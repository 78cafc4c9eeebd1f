/** A request that the judge's endpoint has received. */
export interface Received {
  /** Path of the URL, without the part of the case. */
  readonly at: string;
  /** What follows the question mark of the address, if anything. */
  readonly query: string | undefined;
  readonly method: string;
  /** In the order received; a name may occur twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Whether the connection ended before the body was complete. */
  readonly cut: boolean;
  /** The sender's clock when the step began that it came in, in milliseconds. */
  readonly from: number;
  /** And when it ended; the latest known. */
  until: number;
  /** Number of the step, from 1. */
  readonly step: number;
  /** What was answered. */
  response?: {
    readonly status: number;
    readonly body: string;
    readonly headers: readonly (readonly [string, string])[];
  };
  noAnswer?: "timeout" | "closed";
}

/** The values of a header. */
export function valuesOf({ headers }: Pick<Received, "headers">, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}
