/** An API whose rules no contract can say: balances, states, names that are taken; deletions that only close. */
export const accountsContract = `openapi: 3.1.0
info: { title: Accounts, version: "1" }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Api-Key } }
  headers: { Link: { schema: { type: string } } }
  responses: { E: { description: e, content: { application/json: { schema: { $ref: "#/components/schemas/E" } } } } }
  schemas:
    E: { type: object, required: [error], properties: { error: { type: object, required: [code, message], properties: { code: { type: string }, message: { type: string } } } } }
    Id: { type: string, format: uuid }
    Account: { type: object, required: [id, email, balance, status], properties: { id: { $ref: "#/components/schemas/Id" }, email: { type: string, format: email }, displayName: { type: [string, "null"], maxLength: 80 }, balance: { type: integer }, status: { type: string, enum: [active, closed] }, updatedAt: { type: string, format: date-time } } }
    NewAccount: { type: object, required: [email, password], properties: { email: { type: string, format: email, maxLength: 100 }, password: { type: string, minLength: 8, maxLength: 64, writeOnly: true }, displayName: { type: [string, "null"], maxLength: 80 } }, unevaluatedProperties: false }
    Transfer: { type: object, required: [id, fromAccountId, toAccountId, amount, state], properties: { id: { type: integer }, fromAccountId: { $ref: "#/components/schemas/Id" }, toAccountId: { $ref: "#/components/schemas/Id" }, amount: { type: integer }, state: { type: string, enum: [pending, done, cancelled] } } }
    NewTransfer: { type: object, required: [fromAccountId, toAccountId, amount], properties: { fromAccountId: { $ref: "#/components/schemas/Id" }, toAccountId: { $ref: "#/components/schemas/Id" }, amount: { type: integer, minimum: 1, maximum: 1000000 }, memo: { oneOf: [ { type: string, maxLength: 20 }, { type: object, required: [kind], properties: { kind: { const: ref }, ref: { type: string } } } ] } } }
    Setting: { type: object, required: [value], properties: { value: { type: string, maxLength: 50 }, ttl: { type: integer, minimum: 1 } } }
paths:
  /health: { get: { operationId: health, responses: { "200": { description: ok, content: { text/plain: { schema: { type: string } } } } } } }
  /accounts:
    get: { operationId: listAccounts, security: [{ key: [] }], parameters: [ { name: pageSize, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }, { name: after, in: query, schema: { type: string } }, { name: email, in: query, schema: { type: string } } ], responses: { "200": { description: ok, headers: { Link: { $ref: "#/components/headers/Link" } }, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Account" } } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" } } }
    post: { operationId: openAccount, security: [{ key: [] }], requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewAccount" }, example: { email: ada@example.com, password: correct horse } } } }, responses: { "201": { description: ok, headers: { Location: { required: true, schema: { type: string, format: uri-reference } } }, content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" }, "409": { $ref: "#/components/responses/E" } } }
  /accounts/{accountId}:
    parameters: [ { name: accountId, in: path, required: true, schema: { $ref: "#/components/schemas/Id" } } ]
    get: { operationId: getAccount, security: [{ key: [] }], responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" }, "404": { $ref: "#/components/responses/E" } } }
    delete: { operationId: closeAccount, security: [{ key: [] }], description: closes it, responses: { "200": { description: closed, content: { application/json: { schema: { $ref: "#/components/schemas/Account" } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" }, "404": { $ref: "#/components/responses/E" } } }
  /transfers:
    post: { operationId: transfer, security: [{ key: [] }], parameters: [ { name: X-Request-Id, in: header, required: true, schema: { type: string, format: uuid } } ], requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewTransfer" } } } }, responses: { "202": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Transfer" } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" }, "422": { $ref: "#/components/responses/E" } } }
  /transfers/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } } ]
    get: { operationId: getTransfer, security: [{ key: [] }], responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Transfer" } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" }, "404": { $ref: "#/components/responses/E" } } }
  /transfers/{id}/cancel:
    parameters: [ { name: id, in: path, required: true, schema: { type: integer, minimum: 1 } } ]
    post: { operationId: cancelTransfer, security: [{ key: [] }], responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Transfer" } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" }, "404": { $ref: "#/components/responses/E" }, "409": { $ref: "#/components/responses/E" } } }
  /settings/{name}:
    parameters: [ { name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z][a-z0-9-]{0,30}$" } } ]
    get: { operationId: getSetting, responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Setting" } } } }, "400": { $ref: "#/components/responses/E" }, "404": { $ref: "#/components/responses/E" } } }
    put: { operationId: putSetting, security: [{ key: [] }], requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Setting" } } } }, responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Setting" } } } }, "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Setting" } } } }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" } } }
    delete: { operationId: deleteSetting, security: [{ key: [] }], responses: { "204": { description: gone }, "400": { $ref: "#/components/responses/E" }, "401": { $ref: "#/components/responses/E" }, "404": { $ref: "#/components/responses/E" } } }
`;
