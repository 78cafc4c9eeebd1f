import type { Mutant } from "../../mutants/mutant.js";

export const credentialsMutants: readonly Mutant[] = [
  {
    name: "secret-active-at-once",
    clause: "§6.9",
    mistake: "A new secret signs before it was delivered.",
    edits: {
      applications: [
        ['if (delivery === "confirmed") application.secret = secret;', "application.secret = secret;"],
      ],
    },
  },
  {
    name: "secret-active-while-pending",
    clause: "§6.9",
    mistake: "A new secret signs while its delivery is pending.",
    edits: {
      applications: [
        [
          'if (delivery === "pending") application.nextSecret = secret;',
          'if (delivery === "pending") application.secret = application.nextSecret = secret;',
        ],
      ],
    },
  },
  {
    name: "secret-active-after-failure",
    clause: "§6.9",
    mistake: "A new secret signs although its delivery failed.",
    edits: {
      applications: [
        [
          'if (delivery === "confirmed") application.secret = secret;',
          'if (delivery !== "pending") application.secret = secret;',
        ],
      ],
    },
  },
  {
    name: "old-secret-dropped-early",
    clause: "§6.9",
    mistake: "The old secret is dropped when the rotation begins.",
    edits: {
      applications: [
        [
          'if (delivery === "pending") application.nextSecret = secret;',
          'if (delivery === "pending") application.nextSecret = secret;\n      if (delivery === "pending") application.secret = "";',
        ],
      ],
    },
  },
  {
    name: "new-secret-never-active",
    clause: "§6.9",
    mistake: "A new secret never signs.",
    edits: {
      applications: [
        ['if (delivery === "confirmed") application.secret = secret;', "application.lastSecret = secret;"],
      ],
    },
  },
  {
    name: "settled-secret-never-active",
    clause: "§6.9",
    mistake: "A secret whose delivery succeeds later never signs.",
    edits: {
      applications: [
        ["if (confirmed) application.secret = application.nextSecret;", "application.confirmed = confirmed;"],
      ],
    },
  },
  {
    name: "failed-secret-settled",
    clause: "§6.9",
    mistake: "A secret whose delivery fails later signs.",
    edits: {
      applications: [["if (confirmed) application.secret", "application.secret"]],
    },
  },
  {
    name: "secret-of-all",
    clause: "§2.8",
    mistake: "All applications share a secret.",
    edits: {
      applications: [
        ["        secret: newSecret(),", "        secret: shared,"],
        ["function newSecret()", "const shared = newSecret();\n\nfunction newSecret()"],
      ],
    },
  },
  {
    name: "token-of-all",
    clause: "§2.8",
    mistake: "All applications share a token.",
    edits: {
      applications: [
        ["        token: newSecret(),", "        token: shared,"],
        ["function newSecret()", "const shared = newSecret();\n\nfunction newSecret()"],
      ],
    },
  },
  {
    name: "always-encrypted",
    clause: "§2.8",
    mistake: "Encryption is on by default.",
    edits: {
      applications: [["wish.encryption ? newSecret() : null", "newSecret()"]],
    },
  },
];
