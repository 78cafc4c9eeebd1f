/** Options of every adapter. */
export interface AdapterOptions {
  /**
   * Called on a mistake that the developer has to fix, such as `BodyAlreadyParsed`; the request is still answered.
   * Default: a process warning, once per adapter.
   */
  readonly onFault?: ((fault: Error) => void) | undefined;
}

/** Returns a function that reports mistakes as the options say. */
export function faultReporter({ onFault }: AdapterOptions): (fault: Error) => void {
  if (onFault !== undefined) return onFault;
  let told = false;
  return (fault) => {
    if (told) return;
    told = true;
    process.emitWarning(fault);
  };
}
