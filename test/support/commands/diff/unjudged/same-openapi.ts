import type { SameMeaning } from "./outcomes.js";

const versionOnly: SameMeaning = {
  because: "The version of OpenAPI itself: both are read alike.",
  mutations: ["/openapi changed"],
};
const scopes = "What a scope means is documentation.";
const defaults = "It is the default.";

/** What may change in the document of OpenAPI 3.1. */
export const sameWhole: readonly SameMeaning[] = [
  versionOnly,
  {
    because: "A form is an object anyway.",
    mutations: ["/components/schemas/Form/type removed"],
  },
  {
    because: "Path parameters are required anyway.",
    mutations: [
      "/paths/~1things~1{id}/parameters/0/required changed",
      "/paths/~1things~1{id}/parameters/0/required removed",
    ],
  },
  {
    because: defaults,
    mutations: [
      "/paths/~1things~1{id}/get",
      "/paths/~1things~1{id}/get/callbacks/done/{$request.body#~1url}/post",
      "/webhooks/changed/post",
    ].flatMap((operation) => [
      `${operation}/parameters/0/required removed`,
      `${operation}/parameters/0/style removed`,
      `${operation}/requestBody/content/multipart~1form-data/encoding/a/explode removed`,
      `${operation}/requestBody/content/multipart~1form-data/encoding/a/style removed`,
      `${operation}/responses/200/headers/X-A/style removed`,
    ]),
  },
  {
    because: scopes,
    mutations: ["/components/securitySchemes/oauth/flows/authorizationCode/scopes/read changed"],
  },
];

/** What may change in the document of OpenAPI 3.0. */
export const sameOld: readonly SameMeaning[] = [
  versionOnly,
  {
    because: "A form is an object anyway.",
    mutations: ["/paths/~1things/post/requestBody/content/multipart~1form-data/schema/type removed"],
  },
  {
    because: defaults,
    mutations: [
      "/paths/~1things/post/parameters/0/required removed",
      "/paths/~1things/post/parameters/0/explode removed",
      "/paths/~1things/post/parameters/0/style removed",
      "/paths/~1things/post/requestBody/content/multipart~1form-data/encoding/a/explode removed",
      "/paths/~1things/post/requestBody/content/multipart~1form-data/encoding/a/style removed",
      "/paths/~1things/post/responses/200/headers/X-A/style removed",
    ],
  },
  {
    because: scopes,
    mutations: ["/components/securitySchemes/oauth/flows/authorizationCode/scopes/read changed"],
  },
  {
    because: "All values of `enum` are strings, whether or not `type` says so.",
    mutations: [
      "/components/schemas/All/properties/kind/type removed",
      "/components/schemas/Cat/properties/kind/type removed",
      "/components/schemas/Dog/properties/kind/type removed",
    ],
  },
];

/** What may change in the document with the fields of OpenAPI 3.2. */
export const sameNew: readonly SameMeaning[] = [
  versionOnly,
  {
    because: scopes,
    mutations: ["/components/securitySchemes/device/flows/deviceAuthorization/scopes/read changed"],
  },
  {
    because: "What people call a server is documentation.",
    mutations: ["/servers/0/name changed", "/servers/0/name removed"],
  },
];

/** What may change in the document with all sections. */
export const sameSections: readonly SameMeaning[] = [
  versionOnly,
  {
    because: scopes,
    mutations: ["implicit", "password", "clientCredentials", "authorizationCode"].map(
      (flow) => `/components/securitySchemes/oauth/flows/${flow}/scopes/read changed`,
    ),
  },
];
