import type { ContractChange } from "../../../../../commands/diff/comparison.js";
import { compareSource } from "../../../../../commands/diff/source/compare-source.js";
import type { Version } from "../../../../../commands/diff/version.js";
import { loadVersion as versionOfFiles } from "../version-of.js";

/** An API that sends and receives the same and different schemas. */
export const pets = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200":
          description: All
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } }
    post:
      operationId: createPet
      tags: [pets]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }
      responses:
        "201":
          description: Created
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
components:
  schemas:
    Status: { type: string, enum: [available, sold] }
    Unused: { type: object, properties: { text: { type: string } } }
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: string }
        name: { type: string }
        age: { type: number }
        nick: { type: string }
        status: { $ref: "#/components/schemas/Status" }
    NewPet:
      type: object
      required: [name]
      properties:
        name: { type: string }
        nick: { type: string }
        kind: { type: string, enum: [cat, dog] }
`;

/** A text and what replaces it everywhere. */
export type Edit = readonly [from: string, to: string];

/** A text with edits. Throws if one changes nothing. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(from, to);
    if (after === before) throw new Error(`nothing to replace: ${from}`);
    return after;
  }, text);
}

/** A version of one contract. */
export const textVersion = (name: string, text: string): Promise<Version> => versionOfFiles({ [name]: text });

/** The source breakage of edits of a contract. */
export async function sourceChanges(
  name: string,
  text: string,
  edits: readonly Edit[],
): Promise<ContractChange[]> {
  const versions = { old: await textVersion(name, text), new: await textVersion(name, edited(text, edits)) };
  return compareSource(versions, { time: 60_000, now: () => 0 });
}
