/** `example.order.shipped.v1` is "a `shipped` event"; any other subject is named in full. */
export function subjectPhrase(name: string): string {
  const short = /(?:^|\.)([a-z][a-z_]*)\.v\d+$/.exec(name)?.[1];
  if (short === undefined) return `\`${name}\``;
  return `${/^[aeiou]/.test(short) ? "an" : "a"} \`${short}\` event`;
}
