const refused = `
        "400": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
        "409": { $ref: "#/components/responses/Refused" }`;
const shown = (schema: string): string =>
  `{ description: It, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const body = (schema: string): string =>
  `{ required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const id = "{ name: id, in: path, required: true, schema: { type: integer } }";
const text = (name: string): string => `{ name: where.country.${name}, in: query, schema: { type: string } }`;

/** Tables as generated APIs show them: ids that clients may give, times that the server sets, comparisons in queries, wrapped reviews. */
export const tablesContract = `openapi: 3.0.3
info: { title: Tables, version: "1" }
paths:
  /authors:
    get:
      operationId: listAuthors
      parameters:
        - { name: limit, in: query, schema: { anyOf: [{ type: string, format: integer, default: 10 }, { type: integer, minimum: 1, maximum: 100 }] } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - ${text("eq")}
        - ${text("lt")}
        - ${text("gte")}
      responses:
        "200": { description: They, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Author" } } } } }${refused}
    post:
      operationId: createAuthor
      requestBody: ${body("AuthorInput")}
      responses:
        "200": ${shown("Author")}${refused}
  /authors/{id}:
    parameters: [${id}]
    get:
      operationId: getAuthor
      responses:
        "200": ${shown("Author")}${refused}
    put:
      operationId: saveAuthor
      requestBody: ${body("AuthorInput")}
      responses:
        "200": ${shown("Author")}${refused}
    delete:
      operationId: deleteAuthor
      responses:
        "200": ${shown("Author")}${refused}
  /books:
    post:
      operationId: createBook
      requestBody: ${body("BookInput")}
      responses:
        "200":
          description: It
          content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
          links: { author: { operationId: getAuthor, parameters: { id: "$response.body#/authorId" } } }${refused}
  /books/{id}:
    parameters: [${id}]
    get:
      operationId: getBook
      responses:
        "200": ${shown("Book")}${refused}
  /reviews:
    post:
      operationId: createReview
      requestBody: ${body("ReviewInput")}
      responses:
        "200": ${shown("ReviewAnswer")}${refused}
  /reviews/{id}:
    parameters: [${id}]
    get:
      operationId: getReview
      responses:
        "200": ${shown("ReviewAnswer")}${refused}
    put:
      operationId: changeReview
      requestBody: ${body("ReviewInput")}
      responses:
        "200": ${shown("ReviewAnswer")}${refused}
    delete:
      operationId: deleteReview
      responses:
        "200": ${shown("ReviewAnswer")}${refused}
components:
  responses:
    Refused: { description: Refused, content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }
  schemas:
    AuthorInput:
      type: object
      required: [name, country]
      properties:
        id: { type: integer }
        name: { type: string, minLength: 1, maxLength: 40 }
        country: { type: string, minLength: 1, maxLength: 60 }
        level: { anyOf: [{ type: string, format: integer }, { type: integer, minimum: 1, maximum: 200 }] }
        updatedAt: { type: string, nullable: true }
    Author:
      type: object
      required: [id, name, country, updatedAt]
      properties:
        id: { type: integer }
        name: { type: string }
        country: { type: string }
        level: { type: integer }
        updatedAt: { type: string, nullable: true }
    BookInput:
      type: object
      required: [title, authorId]
      properties: { id: { type: integer }, title: { type: string, minLength: 1 }, authorId: { type: integer } }
    Book:
      type: object
      required: [id, title, authorId]
      properties: { id: { type: integer }, title: { type: string }, authorId: { type: integer } }
    ReviewInput:
      type: object
      required: [data]
      properties:
        data: { type: object, required: [words], properties: { words: { type: string, minLength: 1, maxLength: 300 }, stars: { type: integer, minimum: 1, maximum: 5 } } }
    ReviewAnswer:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [id, words]
          properties: { id: { type: integer }, words: { type: string }, stars: { type: integer } }
`;
