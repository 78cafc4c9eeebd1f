import type { SameMeaning } from "./outcomes.js";

const versionOnly: SameMeaning = {
  because: "The version of AsyncAPI itself: both are read alike.",
  mutations: ["/asyncapi changed"],
};
const noAddress = "An address that is unknown, and one that isn't there, are the same.";
const scopes = "What a scope means is documentation.";
const noOperation =
  "Without `action` or `channel`, it isn't an operation of AsyncAPI; a message that no operation mentions counts as sent, too.";

/** What may change in the document of AsyncAPI. */
export const sameEvents: readonly SameMeaning[] = [
  versionOnly,
  {
    because: noAddress,
    mutations: ["/channels/unaddressed/address removed"],
  },
  {
    because: "All messages of the channel are the default.",
    mutations: ["/operations/sendThing/messages removed", "/operations/sendThing/reply/messages removed"],
  },
  {
    because: "The message says it itself, or it is the default of the document.",
    mutations: [
      "/components/messages/Changed/contentType removed",
      "/components/messages/Changed/traits removed",
      "/components/messages/Changed/traits/0 removed",
      "/components/messages/Changed/traits/0/contentType changed",
      "/components/messages/Changed/traits/0/contentType removed",
    ],
  },
  {
    because: scopes,
    mutations: ["/components/securitySchemes/oauth/flows/clientCredentials/availableScopes/read changed"],
  },
  {
    because: "Any version of JSON Schema that isn't known is read as the schema says.",
    mutations: ["/components/messages/Changed/payload/schemaFormat changed"],
  },
  {
    because: noOperation,
    mutations: [
      "/operations/sendOther/action removed",
      "/operations/sendOther/channel removed",
      "/operations/sendOther/channel/$ref removed",
      "/operations/sendThing/action removed",
    ],
  },
];

/** What may change in a document with bindings: its operation says nothing without them. */
export function sameBindings(hasOperationBindings: boolean): readonly SameMeaning[] {
  const channel = ["/operations/send/channel removed", "/operations/send/channel/$ref removed"];
  const mutations = ["/operations/send/action removed", ...(hasOperationBindings ? [] : channel)];
  return [versionOnly, { because: noOperation, mutations }];
}

/** What may change in the document with all sections. */
export const sameEventSections: readonly SameMeaning[] = [
  versionOnly,
  { because: noAddress, mutations: ["/channels/replies/address removed"] },
  { because: noOperation, mutations: ["/components/operations/SendThing/action removed"] },
  {
    because: scopes,
    mutations: ["implicit", "password", "authorizationCode"].map(
      (flow) => `/components/securitySchemes/oauth/flows/${flow}/availableScopes/read changed`,
    ),
  },
];
