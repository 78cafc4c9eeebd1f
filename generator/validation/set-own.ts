/** Sets a property that may be called `__proto__`, which an assignment would take for the prototype. */
export function setOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
