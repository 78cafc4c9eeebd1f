/** What every adapter may be given. */
export interface AdapterOptions {
  /**
   * Told of what the developer has to mend, such as `BodyAlreadyParsed`; the request is answered all the same.
   * Default: a process warning, once for each adapter.
   */
  readonly onFault?: ((fault: Error) => void) | undefined;
}

/** A function that tells of faults as the options want it. */
export function faultReporter({ onFault }: AdapterOptions): (fault: Error) => void {
  if (onFault !== undefined) return onFault;
  let told = false;
  return (fault) => {
    if (told) return;
    told = true;
    process.emitWarning(fault);
  };
}
