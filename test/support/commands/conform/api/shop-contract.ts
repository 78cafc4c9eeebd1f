/** A small API with everything that the suite asks about. */
export const shopContract = `openapi: 3.1.0
info: { title: Shop, version: "1" }
security: [{ token: [] }]
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: cursor, in: query, schema: { type: string } }
        - { name: genre, in: query, schema: { $ref: "#/components/schemas/Genre" } }
        - { name: sort, in: query, schema: { type: string, enum: [pages, -pages] } }
      responses:
        "200":
          description: a page
          content:
            application/json:
              schema:
                type: object
                required: [items]
                additionalProperties: false
                properties:
                  items: { type: array, items: { $ref: "#/components/schemas/Book" } }
                  next: { type: string }
        "400": { $ref: "#/components/responses/Problem" }
        "401": { $ref: "#/components/responses/Problem" }
    post:
      operationId: addBook
      parameters:
        - { name: Idempotency-Key, in: header, schema: { type: string, minLength: 1, maxLength: 64 } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewBook" }
            examples:
              novel: { value: { title: Emma, genre: novel, pages: 474 } }
      responses:
        "201":
          description: made
          headers:
            Location: { required: true, schema: { type: string } }
            ETag: { required: true, schema: { type: string } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
        "400": { $ref: "#/components/responses/Problem" }
        "401": { $ref: "#/components/responses/Problem" }
        "409": { $ref: "#/components/responses/Problem" }
        "415": { $ref: "#/components/responses/Problem" }
        "422": { $ref: "#/components/responses/Problem" }
  /books/{bookId}:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: string, pattern: "^b[0-9]+$" } }
    get:
      operationId: getBook
      responses:
        "200":
          description: a book
          headers: { ETag: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
        "304": { description: not modified }
        "401": { $ref: "#/components/responses/Problem" }
        "404": { $ref: "#/components/responses/Problem" }
    put:
      operationId: replaceBook
      parameters:
        - { name: If-Match, in: header, schema: { type: string } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewBook" } } }
      responses: &write
        "200":
          description: a book
          headers: { ETag: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } }
        "400": { $ref: "#/components/responses/Problem" }
        "401": { $ref: "#/components/responses/Problem" }
        "404": { $ref: "#/components/responses/Problem" }
        "412": { $ref: "#/components/responses/Problem" }
        "415": { $ref: "#/components/responses/Problem" }
        "422": { $ref: "#/components/responses/Problem" }
    patch:
      operationId: changeBook
      requestBody:
        required: true
        content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/BookChange" } } }
      responses: *write
    delete:
      operationId: removeBook
      responses:
        "204": { description: gone }
        "401": { $ref: "#/components/responses/Problem" }
        "404": { $ref: "#/components/responses/Problem" }
  /books/{bookId}/reviews:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: string, pattern: "^b[0-9]+$" } }
    get:
      operationId: listReviews
      responses:
        "200":
          description: all
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Review" } } } }
        "401": { $ref: "#/components/responses/Problem" }
        "404": { $ref: "#/components/responses/Problem" }
    post:
      operationId: addReview
      parameters:
        - { name: X-Client, in: header, required: true, schema: { type: string, enum: [web, app] } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewReview" } } }
      responses:
        "201":
          description: made
          content: { application/json: { schema: { $ref: "#/components/schemas/Review" } } }
        "400": { $ref: "#/components/responses/Problem" }
        "401": { $ref: "#/components/responses/Problem" }
        "404": { $ref: "#/components/responses/Problem" }
        "415": { $ref: "#/components/responses/Problem" }
        "422": { $ref: "#/components/responses/Problem" }
  /books/{bookId}/reviews/{reviewId}:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: string, pattern: "^b[0-9]+$" } }
      - { name: reviewId, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getReview
      responses:
        "200":
          description: one
          content: { application/json: { schema: { $ref: "#/components/schemas/Review" } } }
        "401": { $ref: "#/components/responses/Problem" }
        "404": { $ref: "#/components/responses/Problem" }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
  responses:
    Problem:
      description: refused
      content:
        application/problem+json:
          schema: { type: object, required: [title, status], properties: { title: { type: string }, status: { type: integer } } }
  schemas:
    Genre: { type: string, enum: [novel, poems, essay] }
    NewBook:
      type: object
      required: [title, genre]
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 40 }
        genre: { $ref: "#/components/schemas/Genre" }
        pages: { type: integer, minimum: 1, maximum: 5000 }
        subtitle: { type: [string, "null"], maxLength: 60 }
        tags: { type: array, maxItems: 5, uniqueItems: true, items: { type: string, minLength: 2, maxLength: 12 } }
        isbn: { type: string, pattern: "^[0-9]{13}$" }
        note: { type: string, writeOnly: true, maxLength: 30 }
        shelf: { type: string, default: main, maxLength: 12 }
    BookChange:
      type: object
      minProperties: 1
      additionalProperties: false
      properties:
        title: { type: string, minLength: 1, maxLength: 40 }
        pages: { type: integer, minimum: 1, maximum: 5000 }
        subtitle: { type: [string, "null"], maxLength: 60 }
    Book:
      type: object
      required: [id, title, genre, createdAt]
      additionalProperties: false
      properties:
        id: { type: string, pattern: "^b[0-9]+$" }
        title: { type: string }
        genre: { $ref: "#/components/schemas/Genre" }
        pages: { type: integer }
        subtitle: { type: [string, "null"] }
        tags: { type: array, items: { type: string } }
        isbn: { type: string }
        shelf: { type: string }
        createdAt: { type: string, format: date-time }
    NewReview:
      type: object
      required: [stars]
      properties:
        stars: { type: integer, minimum: 1, maximum: 5 }
        text: { type: string, maxLength: 100 }
    Review:
      type: object
      required: [id, stars]
      properties:
        id: { type: integer }
        stars: { type: integer }
        text: { type: string }
`;
