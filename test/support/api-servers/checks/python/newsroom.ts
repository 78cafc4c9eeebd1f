import { expect } from "vitest";
import type { Client, Content } from "../api.js";
import { nextNumber } from "../check.js";

/** A new article as clients write it, with a title that no other one has. */
export function newArticle(more: Content = {}): Content {
  const authors = [{ name: "Ida" }];
  return { title: `Article ${nextNumber()}`, body: "It rained.", authors, language: "en", ...more };
}

/** Creates an article, and returns it with its path and its entity tag. */
export async function createArticle(
  client: Client,
  more?: Content,
): Promise<{ readonly path: string; readonly etag: string; readonly article: Content }> {
  const { status, headers, body } = await client.post("/articles", newArticle(more));
  expect(status).toBe(201);
  return { path: headers.location ?? "", etag: headers.etag ?? "", article: body };
}

/** Moves an article to another state, which must succeed. */
export async function move(client: Client, path: string, ...states: readonly string[]): Promise<void> {
  for (const to of states) expect((await client.post(`${path}/transitions`, { to })).status).toBe(200);
}

/** Creates and publishes an article, and returns its path. */
export async function publishArticle(client: Client): Promise<string> {
  const { path } = await createArticle(client);
  await move(client, path, "published");
  return path;
}

/** A new comment as clients write it. */
export const newComment = { author: "Reader", text: "It did!" };
