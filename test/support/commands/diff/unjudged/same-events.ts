import type { SameMeaning } from "./outcomes.js";

const versionOnly: SameMeaning = {
  because: "The version of AsyncAPI itself: both are read alike.",
  mutations: ["/asyncapi changed"],
};
const noOperation =
  "Without `action` or `channel`, it isn't an operation of AsyncAPI; a message that no operation mentions counts as sent, too.";

/** What may change in the document of AsyncAPI. */
export const sameEvents: readonly SameMeaning[] = [
  versionOnly,
  {
    because: "An address that is unknown, and one that isn't there, are the same.",
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
    because: "What a scope means is documentation.",
    mutations: ["/components/securitySchemes/oauth/flows/clientCredentials/availableScopes/read changed"],
  },
  {
    because: noOperation,
    mutations: [
      "/operations/sendOther/action removed",
      "/operations/sendOther/channel removed",
      "/operations/sendThing/action removed",
    ],
  },
];

/** What may change in the documents with bindings. */
export const sameBindings: readonly SameMeaning[] = [
  versionOnly,
  {
    because: noOperation,
    mutations: ["/operations/send/action removed", "/operations/send/channel removed"],
  },
];

/** What may change in the document with all sections. */
export const sameEventSections: readonly SameMeaning[] = [versionOnly];
