const refused = `
        "400": { $ref: "#/components/responses/Refused" }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }`;
const shown = (schema: string): string =>
  `{ description: It, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const form = (schema: string): string =>
  `{ required: true, content: { application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/${schema}" }, encoding: { metadata: { style: deepObject, explode: true } } } } }`;

/** Payments by forms: customers, charges and refunds, with keys that keep results and lists that go on after an item. */
export const paymentsContract = `openapi: 3.0.3
info: { title: Payments, version: "1" }
security: [{ token: [] }]
paths:
  /customers:
    get:
      operationId: listCustomers
      description: The customers, newest first.
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
        - { name: starting_after, in: query, description: The id of the customer that the page follows., schema: { type: string, maxLength: 60 } }
      responses:
        "200": { description: They, content: { application/json: { schema: { type: object, required: [data, has_more], properties: { data: { type: array, items: { $ref: "#/components/schemas/Customer" } }, has_more: { type: boolean } } } } } }${refused}
    post:
      operationId: createCustomer
      requestBody: ${form("NewCustomer")}
      responses:
        "200": ${shown("Customer")}${refused}
  /customers/{customer}:
    parameters: [{ name: customer, in: path, required: true, schema: { type: string, maxLength: 60 } }]
    get:
      operationId: getCustomer
      responses:
        "200": { description: It, content: { application/json: { schema: { anyOf: [{ $ref: "#/components/schemas/Customer" }, { $ref: "#/components/schemas/DeletedCustomer" }] } } } }${refused}
    post:
      operationId: changeCustomer
      description: Sets what the form has, and keeps the rest.
      requestBody: ${form("CustomerChange")}
      responses:
        "200": ${shown("Customer")}${refused}
    delete:
      operationId: deleteCustomer
      description: Deletes a customer for good.
      responses:
        "200": ${shown("DeletedCustomer")}${refused}
  /charges:
    post:
      operationId: createCharge
      parameters: [{ $ref: "#/components/parameters/key" }]
      requestBody: ${form("NewCharge")}
      responses:
        "200": ${shown("Charge")}${refused}
  /charges/{charge}:
    parameters: [{ name: charge, in: path, required: true, schema: { type: string, maxLength: 60 } }]
    get:
      operationId: getCharge
      responses:
        "200": ${shown("Charge")}${refused}
  /refunds:
    post:
      operationId: createRefund
      description: Pays back what is left of a charge, or a part of it.
      parameters: [{ $ref: "#/components/parameters/key" }]
      requestBody: ${form("NewRefund")}
      responses:
        "200": ${shown("Refund")}${refused}
  /refunds/{refund}:
    parameters: [{ name: refund, in: path, required: true, schema: { type: string, maxLength: 60 } }]
    get:
      operationId: getRefund
      responses:
        "200": ${shown("Refund")}${refused}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters:
    key: { name: Idempotency-Key, in: header, description: "A second request with the key gets the answer to the first one, whether that was a success or an error.", schema: { type: string, maxLength: 90 } }
  responses:
    Refused: { description: Refused, content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: object, required: [message], properties: { message: { type: string } } } } } } } }
  schemas:
    NewCustomer:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 60 }
        email: { type: string, maxLength: 90 }
        metadata: { type: object, additionalProperties: { type: string, maxLength: 40 } }
    CustomerChange:
      type: object
      properties: { name: { type: string, minLength: 1, maxLength: 60 }, email: { type: string, maxLength: 90 } }
    Customer:
      type: object
      required: [id, object, name, email, metadata]
      properties:
        id: { type: string }
        object: { type: string, enum: [customer] }
        name: { type: string }
        email: { type: string, nullable: true }
        metadata: { type: object, additionalProperties: { type: string } }
    DeletedCustomer:
      type: object
      required: [id, object, deleted]
      properties: { id: { type: string }, object: { type: string, enum: [customer] }, deleted: { type: boolean, enum: [true] } }
    NewCharge:
      type: object
      required: [amount, currency]
      properties:
        amount: { type: integer, minimum: 1, maximum: 999999, description: In the smallest unit of the currency. }
        currency: { type: string, enum: [eur, gbp] }
        customer: { type: string, maxLength: 60, description: The id of a customer. }
    Charge:
      type: object
      required: [id, amount, amount_refunded, currency, customer]
      properties:
        id: { type: string }
        amount: { type: integer }
        amount_refunded: { type: integer }
        currency: { type: string }
        customer: { type: string, nullable: true }
    NewRefund:
      type: object
      required: [charge]
      properties:
        charge: { type: string, maxLength: 60, description: The id of a charge. }
        amount: { type: integer, minimum: 1, maximum: 999999 }
    Refund:
      type: object
      required: [id, charge, amount]
      properties: { id: { type: string }, charge: { type: string }, amount: { type: integer } }
`;
