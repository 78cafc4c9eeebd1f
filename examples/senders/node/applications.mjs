import { randomBytes, randomUUID } from "node:crypto";

/** Applications, and their credentials, which are kept apart from everything that is stored or logged. */
export function createApplications() {
  const all = new Map();
  return {
    get: (id) => all.get(id),
    create(wish) {
      const application = {
        id: `app_${randomUUID()}`,
        environment: wish.environment,
        product: wish.product_code ?? null,
        granted: wish.granted_types,
        timeoutMs: wish.delivery_timeout_ms ?? 10_000,
        active: true,
        endpoint: null,
        failures: 0,
        secret: newSecret(),
        nextSecret: null,
        token: newSecret(),
        encryptKey: wish.encryption ? newSecret() : null,
      };
      all.set(application.id, application);
      return application;
    },
    /** A new secret signs only once its delivery is confirmed. */
    rotate(application, delivery) {
      const secret = newSecret();
      if (delivery === "confirmed") application.secret = secret;
      if (delivery === "pending") application.nextSecret = secret;
      return secret;
    },
    settle(application, confirmed) {
      if (confirmed) application.secret = application.nextSecret;
      application.nextSecret = null;
    },
  };
}

function newSecret() {
  return randomBytes(32).toString("base64url");
}
