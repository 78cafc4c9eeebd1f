/** A schema without one of its keywords, list entries or properties, once for each of them. */
export function* loosened(schema: unknown): Generator<unknown> {
  let count = 0;
  const without = (at: number): unknown => {
    let left = at;
    count = 0;
    return JSON.parse(JSON.stringify(schema), function (this: unknown, key: string, value: unknown) {
      const inList = Array.isArray(this);
      if (key === "" || (inList && typeof value !== "string")) return value;
      count++;
      if (left-- !== 0) return value;
      if (inList) return `${String(value)}-renamed`;
      return undefined;
    });
  };
  without(-1);
  for (let at = 0, most = count; at < most; at++) yield without(at);
}
