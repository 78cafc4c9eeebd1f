/** The schemas of what the shop accepts, in the dialect of OpenAPI 3.0. `openapi.yaml` documents the same ones; a test compares them. */

const sku = { type: "string", pattern: "^[A-Z]{2}-[0-9]{4}$" };
const categories = ["book", "game", "music"];

export const NewProduct = {
  type: "object",
  required: ["sku", "name", "price", "category"],
  properties: {
    sku,
    name: { type: "string", minLength: 3, maxLength: 80 },
    price: { $ref: "#/components/schemas/Money" },
    category: { type: "string", enum: categories },
    tags: {
      type: "array",
      items: { type: "string", pattern: "^[a-z][a-z0-9-]{0,19}$" },
      uniqueItems: true,
      maxItems: 6,
    },
    stock: { type: "integer", minimum: 0, maximum: 10000 },
    rating: { type: "number", minimum: 1, maximum: 5, nullable: true },
    releasedOn: { type: "string", format: "date" },
    supplierNote: { type: "string", maxLength: 200 },
  },
  additionalProperties: false,
};

export const Money = {
  type: "object",
  required: ["amount", "currency"],
  properties: {
    amount: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 99999.75, multipleOf: 0.25 },
    currency: { type: "string", enum: ["EUR", "USD", "JPY"] },
  },
  additionalProperties: false,
};

export const OrderLine = {
  type: "object",
  required: ["sku", "quantity"],
  properties: {
    sku,
    quantity: { type: "integer", minimum: 1, maximum: 99 },
    giftText: { type: "string", maxLength: 120, nullable: true },
  },
  additionalProperties: false,
};

export const CardPayment = {
  type: "object",
  required: ["method", "cardToken", "lastDigits"],
  properties: {
    method: { type: "string", enum: ["card"] },
    cardToken: { type: "string", minLength: 8, maxLength: 64, pattern: "^tok_[A-Za-z0-9]+$" },
    lastDigits: { type: "string", pattern: "^[0-9]{4}$" },
  },
  additionalProperties: false,
};

export const InvoicePayment = {
  type: "object",
  required: ["method", "days"],
  properties: {
    method: { type: "string", enum: ["invoice"] },
    days: { type: "integer", enum: [14, 30, 60] },
    reference: { type: "string", minLength: 1, maxLength: 40 },
  },
  additionalProperties: false,
};

export const VoucherPayment = {
  type: "object",
  required: ["method", "codes"],
  properties: {
    method: { type: "string", enum: ["voucher"] },
    codes: {
      type: "array",
      items: { type: "string", pattern: "^[A-Z0-9]{6}$" },
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
    },
  },
  additionalProperties: false,
};

export const Payment = {
  type: "object",
  required: ["method"],
  discriminator: { propertyName: "method" },
  oneOf: [
    { $ref: "#/components/schemas/CardPayment" },
    { $ref: "#/components/schemas/InvoicePayment" },
    { $ref: "#/components/schemas/VoucherPayment" },
  ],
};

const lines = {
  type: "array",
  items: { $ref: "#/components/schemas/OrderLine" },
  minItems: 1,
  maxItems: 20,
};
const labels = {
  type: "object",
  additionalProperties: { type: "string", maxLength: 60 },
  maxProperties: 10,
};

export const NewOrder = {
  type: "object",
  required: ["lines", "payment"],
  properties: {
    lines,
    payment: { $ref: "#/components/schemas/Payment" },
    note: { type: "string", maxLength: 300, nullable: true },
    labels,
  },
  additionalProperties: false,
};

export const OrderPatch = {
  type: "object",
  minProperties: 1,
  properties: {
    lines,
    note: { type: "string", maxLength: 300, nullable: true },
    labels: {
      type: "object",
      additionalProperties: { type: "string", maxLength: 60, nullable: true },
      maxProperties: 10,
    },
  },
  additionalProperties: false,
};

export const NewExport = {
  type: "object",
  required: ["subject"],
  properties: {
    subject: { type: "string", enum: ["products", "orders"] },
    delimiter: { type: "string", enum: [",", ";"] },
  },
  additionalProperties: false,
};

const page = { type: "integer", minimum: 1, maximum: 100000 };
const limit = { type: "integer", minimum: 1, maximum: 100 };

/** Query parameters, by operation; those with `separator` are lists in one text. */
export const queries = {
  listProducts: {
    page: { schema: page },
    limit: { schema: limit },
    category: { schema: { type: "string", enum: categories } },
    tags: {
      schema: { type: "array", items: { type: "string", pattern: "^[a-z][a-z0-9-]{0,19}$" }, maxItems: 6 },
      separator: ",",
    },
    maxPrice: { schema: { type: "number", minimum: 0 } },
    inStock: { schema: { type: "boolean" } },
    sort: { schema: { type: "string", enum: ["name", "-name", "price", "-price"] } },
  },
  listOrders: {
    page: { schema: page },
    limit: { schema: limit },
    status: {
      schema: {
        type: "array",
        items: { type: "string", enum: ["draft", "submitted"] },
        uniqueItems: true,
        maxItems: 2,
      },
    },
  },
};
