/** Bytes of a page at most, as they are sent: an answer with what is around it stays below four thousand. */
const pageBytes = 3700;
/** Answers that are kept, the latest. */
const mostKept = 16;
/** Characters of an answer that are kept; what follows is said to be missing. */
const mostCharacters = 4 * 1024 * 1024;

/** Answers, which are read page by page. */
export interface Answers {
  /** Keeps a text and returns its first page. */
  readonly keep: (text: string) => string;
  /** Another page of an answer, from 1. Undefined if there is none. */
  readonly page: (answer: number, page: number) => string | undefined;
}

/** Keeps the latest answers. */
export function keepAnswers(): Answers {
  const kept = new Map<number, readonly string[]>();
  let last = 0;
  const show = (answer: number, page: number): string | undefined => {
    const pages = kept.get(answer);
    const text = pages?.[page - 1];
    if (pages === undefined || text === undefined) return undefined;
    if (pages.length === 1) return text;
    const next = page === pages.length ? "the last one" : `more: answer ${answer}, page ${page + 1}`;
    return `${text}\n[page ${page} of ${pages.length}; ${next}]`;
  };
  return {
    keep(text) {
      last += 1;
      kept.delete(last - mostKept);
      kept.set(last, pagesIn(text));
      return show(last, 1) ?? "";
    },
    page: show,
  };
}

/** Cuts a text at the ends of lines, or within a line that is longer than a page. */
function pagesIn(text: string): readonly string[] {
  const kept = text.slice(0, mostCharacters);
  const pages: string[] = [];
  let page = "";
  let room = pageBytes;
  for (const piece of kept.split(/(?<=\n)/).flatMap(shortPieces)) {
    const size = sentBytes(piece);
    if (size > room) {
      pages.push(page);
      page = "";
      room = pageBytes;
    }
    page += piece;
    room -= size;
  }
  if (page !== "" || pages.length === 0) pages.push(page === "" ? "(no output)" : page);
  if (text.length > kept.length) pages.push(`[${text.length - kept.length} characters more aren't kept]`);
  return pages;
}

/** Bytes of a text inside a JSON message. */
function sentBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** Pieces of a line that fit on a page. A character takes at most six bytes. */
function shortPieces(line: string): readonly string[] {
  if (sentBytes(line) <= pageBytes) return [line];
  const characters = [...line];
  const most = Math.floor(pageBytes / 12);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += most) pieces.push(characters.slice(at, at + most).join(""));
  return pieces;
}
