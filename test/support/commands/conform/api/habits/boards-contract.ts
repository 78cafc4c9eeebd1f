const refused = `
        "400": { $ref: "#/components/responses/Refused" }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }`;
const shown = (schema: string): string =>
  `{ description: It, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const listed = (schema: string): string =>
  `{ description: They, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/${schema}" } } } } }`;
const body = (schema: string): string =>
  `{ required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const named = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;

/** A team's boards with columns in an order, cards, deals in stages, and people with names of two parts. */
export const boardsContract = `openapi: 3.0.3
info: { title: Boards, version: "1" }
security: [{ token: [] }]
paths:
  /boards:
    post:
      operationId: createBoard
      description: Makes a board, and three columns on it to begin with.
      requestBody: ${body("NewBoard")}
      responses:
        "201": ${shown("Board")}${refused}
  /boards/{boardId}:
    parameters: [${named("boardId")}]
    get:
      operationId: getBoard
      responses:
        "200": ${shown("Board")}${refused}
  /boards/{boardId}/columns:
    parameters: [${named("boardId")}]
    get:
      operationId: listColumns
      description: From left to right.
      responses:
        "200": ${listed("Column")}${refused}
    post:
      operationId: addColumn
      requestBody: ${body("NewColumn")}
      responses:
        "201": ${shown("Column")}${refused}
  /boards/{boardId}/columns/{columnId}:
    parameters: [${named("boardId")}, ${named("columnId")}]
    get:
      operationId: getColumn
      responses:
        "200": ${shown("Column")}${refused}
    delete:
      operationId: removeColumn
      responses:
        "204": { description: Gone }${refused}
  /cards:
    post:
      operationId: addCard
      description: White space around texts is trimmed.
      requestBody: ${body("NewCard")}
      responses:
        "201": ${shown("Card")}${refused}
  /cards/{cardId}:
    parameters: [${named("cardId")}]
    get:
      operationId: getCard
      responses:
        "200": ${shown("Card")}${refused}
    patch:
      operationId: changeCard
      description: White space around texts is trimmed.
      requestBody: ${body("CardChange")}
      responses:
        "200": ${shown("Card")}${refused}
  /deals:
    get:
      operationId: listDeals
      parameters:
        - { name: minAmount, in: query, description: Deals of at least this amount., schema: { type: integer, nullable: true, minimum: 0 } }
      responses:
        "200": ${listed("Deal")}${refused}
    post:
      operationId: openDeal
      requestBody: ${body("NewDeal")}
      responses:
        "201": ${shown("Deal")}${refused}
  /deals/{dealId}:
    parameters: [${named("dealId")}]
    get:
      operationId: getDeal
      responses:
        "200": ${shown("Deal")}${refused}
  /deals/{dealId}/stage:
    parameters: [${named("dealId")}]
    post:
      operationId: moveDeal
      description: Moves a deal to another stage.
      requestBody: ${body("Stage")}
      responses:
        "200": ${shown("Deal")}
        "409": { description: The deal is won or lost already., content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }${refused}
  /people:
    get:
      operationId: listPeople
      parameters:
        - { name: hiredAfter, in: query, description: Only people who were hired after this day., schema: { type: string, format: date } }
      responses:
        "200": ${listed("Person")}${refused}
    post:
      operationId: hire
      requestBody: ${body("NewPerson")}
      responses:
        "201": ${shown("Person")}${refused}
  /people/{personId}:
    parameters: [${named("personId")}]
    get:
      operationId: getPerson
      responses:
        "200": ${shown("Person")}${refused}
    put:
      operationId: changePerson
      description: Replaces names and the day of hiring.
      requestBody: ${body("NewPerson")}
      responses:
        "200": ${shown("Person")}${refused}
  /people/{personId}/promote:
    parameters: [${named("personId")}]
    post:
      operationId: promote
      description: Makes somebody a senior.
      responses:
        "200": ${shown("Person")}${refused}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Refused: { description: Refused, content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
  schemas:
    Error: { type: object, required: [message], properties: { message: { type: string } } }
    NewBoard: { type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60 } } }
    Board: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewColumn:
      type: object
      additionalProperties: false
      required: [title]
      properties:
        title: { type: string, minLength: 1, maxLength: 40 }
        position: { type: integer, minimum: 1, description: "Its place from the left, where others make room; the last one if absent." }
    Column:
      type: object
      required: [id, title, position]
      properties: { id: { type: integer }, title: { type: string }, position: { type: integer } }
    NewCard:
      type: object
      additionalProperties: false
      required: [title]
      properties: { title: { type: string, minLength: 1, maxLength: 90 }, notes: { type: string, maxLength: 900 } }
    CardChange:
      type: object
      additionalProperties: false
      minProperties: 1
      properties: { title: { type: string, minLength: 1, maxLength: 90 }, notes: { type: string, maxLength: 900 } }
    Card:
      type: object
      required: [id, title, notes]
      properties: { id: { type: integer }, title: { type: string }, notes: { type: string } }
    NewDeal:
      type: object
      additionalProperties: false
      required: [title, amount]
      properties: { title: { type: string, minLength: 1, maxLength: 60 }, amount: { type: integer, minimum: 0, maximum: 99999 } }
    Deal:
      type: object
      required: [id, title, amount, stage]
      properties:
        id: { type: integer }
        title: { type: string }
        amount: { type: integer }
        stage: { type: string, enum: [lead, offered, won, lost] }
    Stage: { type: object, additionalProperties: false, required: [stage], properties: { stage: { type: string, enum: [lead, offered, won, lost] } } }
    NewPerson:
      type: object
      additionalProperties: false
      required: [firstName, lastName, hired]
      properties:
        firstName: { type: string, minLength: 1, maxLength: 40 }
        lastName: { type: string, minLength: 1, maxLength: 40 }
        hired: { type: string, format: date }
    Person:
      type: object
      required: [id, firstName, lastName, fullName, hired, grade]
      properties:
        id: { type: integer }
        firstName: { type: string }
        lastName: { type: string }
        fullName: { type: string, description: Both names. }
        hired: { type: string, format: date }
        grade: { type: string, enum: [junior, senior] }
`;
