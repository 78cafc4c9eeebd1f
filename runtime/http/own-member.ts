/** A record's own member: contracts and requests may have one called `constructor`. */
export function ownMember<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  if (record !== undefined && Object.hasOwn(record, key)) return record[key];
  return undefined;
}
