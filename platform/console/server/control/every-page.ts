import { from } from "./create-control.js";

/** How many rows a page has, and how many pages are read at most. */
const limit = 1000;
const mostPages = 50;

/** A list of the control, page by page until the last one: up to 50,000 rows. */
export async function everyPage<Page extends { readonly next: string | null }>(
  read: (query: { limit: number; after?: string }) => { readonly unwrap: () => Promise<Page> },
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let after: string | null = null; pages.length < mostPages; ) {
    const page: Page = await from(read({ limit, ...(after !== null && { after }) }));
    pages.push(page);
    after = page.next;
    if (after === null) break;
  }
  return pages;
}
