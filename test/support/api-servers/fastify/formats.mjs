/** The formats that the schemas use, by the letter of their RFCs. */

const timePattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** An RFC 3339 time in milliseconds since 1970, or undefined if the text isn't one. */
export function parseTime(text) {
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const [offsetHours, offsetMinutes] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour, minute);
  const shift = (offsetHours * 60 + offsetMinutes) * (match[8] === "-" ? -1 : 1);
  const minuteStart = date.getTime() - shift * 60_000;
  const inUtc = new Date(minuteStart);
  if (second === 60 && !(inUtc.getUTCHours() === 23 && inUtc.getUTCMinutes() === 59)) return undefined;
  return minuteStart + second * 1000 + Number(match[7] ?? 0) * 1000;
}

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const local = new RegExp(`^(?:${atom}(?:\\.${atom})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")$`);
const domain = new RegExp(`^${label}(?:\\.${label})*$`);

/** Whether a text is a mailbox of RFC 5321. Address literals such as `[192.0.2.1]` aren't looked into. */
export function isEmail(text) {
  const at = text.lastIndexOf("@");
  const [name, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || name.length > 64 || host.length > 255) return false;
  return local.test(name) && (domain.test(host) || /^\[[0-9A-Za-z.:-]+\]$/.test(host));
}

export const formats = {
  "date-time": (text) => parseTime(text) !== undefined,
  email: isEmail,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};
