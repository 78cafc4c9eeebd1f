/** The operations on products. */
import { Failure, readPage, readQuery, validBody } from "./http.mjs";
import { queries } from "./schemas.mjs";

/** What clients see of a product: `supplierNote` is only ever written. */
export function shownProduct({ sku, name, price, category, tags, stock, rating, releasedOn, createdAt }) {
  return { sku, name, price, category, tags, stock, rating, releasedOn, createdAt };
}

const comparers = {
  name: (a, b) => compareTexts(a.name, b.name),
  "-name": (a, b) => compareTexts(b.name, a.name),
  price: (a, b) => a.price.amount - b.price.amount,
  "-price": (a, b) => b.price.amount - a.price.amount,
};

function compareTexts(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export const productOperations = (tenants) => ({
  listProducts({ tenant, url }) {
    const query = readQuery(url, queries.listProducts);
    const found = [...tenants.get(tenant).products.values()].filter(
      (product) =>
        (query.category === undefined || product.category === query.category) &&
        (query.tags === undefined || query.tags.every((tag) => product.tags.includes(tag))) &&
        (query.maxPrice === undefined || product.price.amount <= query.maxPrice) &&
        (query.inStock === undefined || product.stock > 0 === query.inStock),
    );
    if (query.sort !== undefined) found.sort(comparers[query.sort]);
    const { items, headers } = readPage(found, query, url);
    return { status: 200, headers, body: items.map(shownProduct) };
  },

  createProduct({ tenant, body }) {
    const given = validBody("NewProduct", body);
    const { products } = tenants.get(tenant);
    if (products.has(given.sku)) throw new Failure(409, "sku_taken", "A product with this SKU exists.");
    const product = { tags: [], stock: 0, rating: null, ...given, createdAt: new Date().toISOString() };
    products.set(product.sku, product);
    return { status: 201, headers: { location: `/products/${product.sku}` }, body: shownProduct(product) };
  },

  readProduct({ tenant, params }) {
    const product = tenants.get(tenant).products.get(params.sku);
    if (product === undefined) throw new Failure(404, "not_found", "There is no such product.");
    return { status: 200, body: shownProduct(product) };
  },

  deleteProduct({ tenant, params }) {
    const { products, orders } = tenants.get(tenant);
    if (!products.has(params.sku)) throw new Failure(404, "not_found", "There is no such product.");
    const drafts = [...orders.values()].filter(({ status }) => status === "draft");
    if (drafts.some(({ lines }) => lines.some(({ sku }) => sku === params.sku)))
      throw new Failure(409, "in_use", "A draft order needs this product.");
    products.delete(params.sku);
    return { status: 204 };
  },
});
