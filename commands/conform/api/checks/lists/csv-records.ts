import { json } from "../../../../../reader/text/json.js";
/** What separates the fields of a record. */
export const delimiters: readonly string[] = [",", ";", "\t", "|"];

/** The delimiter that a line of plain names uses; `undefined` if it has none. */
export function usedDelimiter(line: string): string | undefined {
  const counts = delimiters.map((each) => ({ each, count: line.split(each).length - 1 }));
  const [most] = counts.sort((one, other) => other.count - one.count);
  return most === undefined || most.count === 0 ? undefined : most.each;
}

/** The records of a text by RFC 4180, with any line breaks; why it isn't such a text otherwise. */
export function csvRecords(text: string, delimiter: string): readonly (readonly string[])[] | string {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, delimiter);
    if (typeof field === "string") return field;
    record.push(field.value);
    at = field.end;
    if (text[at] === delimiter) {
      at++;
      if (at === text.length) record.push("");
      continue;
    }
    const line = /^(?:\r\n|\n|\r)/.exec(text.slice(at, at + 2))?.[0];
    if (line === undefined && at < text.length) return `after a quoted field comes ${json(text[at])}`;
    records.push(record);
    record = [];
    at += line?.length ?? 0;
  }
  if (record.length > 0) records.push(record);
  return records;
}

interface Field {
  readonly value: string;
  readonly end: number;
}

function quotedField(text: string, start: number): Field | string {
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at];
    else if (text[at + 1] === '"') {
      value += '"';
      at++;
    } else return { value, end: at + 1 };
  }
  return "a quoted field doesn't end";
}

function plainField(text: string, start: number, delimiter: string): Field | string {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\r" && text[at] !== "\n") {
    if (text[at] === '"') return "a quotation mark is within a field that isn't quoted";
    at++;
  }
  return { value: text.slice(start, at), end: at };
}
