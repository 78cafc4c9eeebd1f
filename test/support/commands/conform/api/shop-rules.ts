/** A book as the shop stores it. */
export interface Book {
  readonly id: string;
  title: string;
  readonly genre: string;
  readonly pages?: number;
  readonly note?: string;
  readonly createdAt: string;
  readonly version: number;
  deleted?: boolean;
}

/** What the shop can do wrong, each with the cases of which at least one finds it. */
export const shopFaults = {
  "any-media-type": "malformed/addBook/media-type",
  "any-old-token": "credential-expired/*",
  "any-token": "credential-forged/*",
  "body-type": "body/getBook/200",
  "default-other": "default/addBook/shelf",
  "delete-all": "others-untouched/removeBook",
  "delete-nothing": "deleted-gone/removeBook",
  "endless-pages": "pages/listBooks",
  "enum-unchecked": "refused/addBook/body/genre/enum",
  "etag-constant": "etag-changes/replaceBook",
  "extra-accepted": "refused/addBook/body/additionalProperties",
  "filter-ignored": "filter/listBooks/genre",
  "foreign-delete": "foreign/removeBook",
  "foreign-list": "foreign/listBooks",
  "foreign-read": "foreign/getBook",
  "foreign-write": "foreign/*",
  "half-written": "failed-write/replaceBook/*",
  "header-optional": "refused/addReview/header/X-Client/required",
  "idempotency-key-ignored": "idempotency-key/addBook",
  "if-match-ignored": "if-match/replaceBook",
  "if-none-match-ignored": "if-none-match/getBook",
  "isbn-unanchored": "refused/addBook/body/isbn/pattern",
  "limit-ignored": "pages/listBooks",
  "limit-unchecked": "refused/listBooks/query/limit/maximum",
  "listed-after-delete": "deleted-unlisted/removeBook",
  "longest-refused": "accepted/addBook/body/title/maxLength",
  "malformed-fails": "server-error/addBook",
  "method-accepted": "method/*",
  "missing-accepted": "refused/addBook/body/genre/required",
  "no-allow": "method/*",
  "no-auth-on-reviews": "credential-missing/listReviews",
  "no-etag": "headers/getBook/200",
  "not-stored": "created-readable/addBook",
  "null-refused": "accepted/addBook/body/subtitle/type/null",
  "page-overlaps": "pages/listBooks",
  "patch-clears": "patch-keeps/changeBook",
  "poems-refused": "accepted/addBook/body/genre/enum/poems",
  "read-after-delete": "deleted-gone/removeBook",
  "review-of-any-book": "nested/getReview",
  "review-without-id": "body/addReview/201",
  "sort-ignored": "sorting/listBooks/sort/*",
  "stack-trace": "stack-trace/*",
  "stars-from-zero": "refused/addReview/body/stars/minimum",
  "tags-repeated": "refused/addBook/body/tags/uniqueItems",
  "title-cut": "created-readable/addBook",
  "title-too-long": "refused/addBook/body/title/maxLength",
  "undeclared-status": "status/addBook",
  "update-all": "others-untouched/replaceBook",
  "update-lost": "update-visible/replaceBook",
  "wrong-location": "location/addBook",
  "write-only-shown": "write-only/*",
} as const;
/** Name of a fault. */
export type ShopFault = keyof typeof shopFaults;

type Rule = (value: unknown) => boolean;

const text =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === "string" && [...value].length >= least && [...value].length <= most;
const whole =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** What is wrong with a new book; `undefined` if nothing is. */
export function bookFault(value: unknown, fault: ShopFault | undefined): string | undefined {
  const genres = fault === "poems-refused" ? ["novel", "essay"] : ["novel", "poems", "essay"];
  const isbn = fault === "isbn-unanchored" ? /[0-9]{13}/ : /^[0-9]{13}$/;
  const rules: Readonly<Record<string, Rule>> = {
    title: text(1, { "title-too-long": 41, "longest-refused": 39 }[fault as string] ?? 40),
    genre: (each) => fault === "enum-unchecked" || genres.includes(each as string),
    pages: whole(1, 5000),
    subtitle: (each) => (each === null && fault !== "null-refused") || text(0, 60)(each),
    tags: (each) =>
      Array.isArray(each) &&
      each.length <= 5 &&
      each.every(text(2, 12)) &&
      (new Set(each).size === each.length || fault === "tags-repeated"),
    isbn: (each) => typeof each === "string" && isbn.test(each),
    note: text(0, 30),
    shelf: text(0, 12),
  };
  const required = fault === "missing-accepted" ? ["title"] : ["title", "genre"];
  return wrong(value, { rules, required, isOpen: fault === "extra-accepted" });
}

/** What is wrong with a change of a book. */
export function changeFault(value: unknown, fault: ShopFault | undefined): string | undefined {
  const { title, pages, subtitle } = {
    title: text(1, 40),
    pages: whole(1, 5000),
    subtitle: (each: unknown) => each === null || text(0, 60)(each),
  };
  if (Object.keys(Object(value)).length === 0) return "nothing to change";
  return wrong(value, {
    rules: { title, pages, subtitle },
    required: [],
    isOpen: fault === "extra-accepted",
  });
}

/** What is wrong with a new review. */
export function reviewFault(value: unknown, fault: ShopFault | undefined): string | undefined {
  const stars = whole(fault === "stars-from-zero" ? 0 : 1, 5);
  return wrong(value, { rules: { stars, text: text(0, 100) }, required: ["stars"], isOpen: true });
}

interface Rules {
  readonly rules: Readonly<Record<string, Rule>>;
  readonly required: readonly string[];
  readonly isOpen: boolean;
}

function wrong(value: unknown, { rules, required, isOpen }: Rules): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not an object";
  for (const name of required) if (!Object.hasOwn(value, name)) return `${name} is missing`;
  for (const [name, member] of Object.entries(value)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined ? !isOpen : !rule(member)) return `${name} is wrong`;
  }
  return undefined;
}

/** A book as an answer shows it. */
export function shownBook(
  { note, version: _version, deleted: _deleted, ...book }: Book & { readonly owner?: string },
  fault: ShopFault | undefined,
): object {
  const { owner: _owner, ...shown } = book;
  if (fault === "body-type") return { ...shown, pages: String(shown.pages ?? "1") };
  if (fault === "write-only-shown" && note !== undefined) return { ...shown, note };
  return shown;
}
