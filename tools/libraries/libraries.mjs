/** The libraries that are judged: each scheme's own ones, as a user installs them, in fixed versions. */
const npm = (scheme, library, adapter, name, version) => ({
  scheme,
  library,
  language: "JavaScript",
  npm: `${name}@${version}`,
  command: `node adapters/${adapter}.mjs`,
});

/** `npm` and `debian` are what is installed; `command` starts the adapter in the folder of the installation. */
export const libraries = [
  npm("standard-webhooks", "standardwebhooks", "standardwebhooks", "standardwebhooks", "1.1.1"),
  npm("standard-webhooks", "svix", "svix", "svix", "2.5.0"),
  npm("stripe", "stripe", "stripe", "stripe", "23.1.0"),
  {
    scheme: "stripe",
    library: "stripe",
    language: "Python",
    debian: ["python3-stripe"],
    command: "PYTHONPATH=deb/usr/lib/python3/dist-packages python3 adapters/verify_stripe.py",
  },
  npm(
    "github",
    "@octokit/webhooks-methods",
    "octokit-webhooks-methods",
    "@octokit/webhooks-methods",
    "6.0.0",
  ),
  {
    scheme: "github",
    library: "go-github",
    language: "Go",
    debian: [
      "golang-github-google-go-github-dev",
      "golang-github-google-go-querystring-dev",
      "golang-golang-x-crypto-dev",
    ],
    build: "GO111MODULE=off GOPATH=$PWD/deb/usr/share/gocode go build -o go-github ./adapters/go-github",
    command: "./go-github",
  },
  npm("slack", "@slack/bolt", "slack-bolt", "@slack/bolt", "5.1.0"),
  npm("slack", "@slack/events-api", "slack-events-api", "@slack/events-api", "3.0.1"),
  npm("shopify", "@shopify/shopify-api", "shopify-api", "@shopify/shopify-api", "13.1.0"),
  npm("sendgrid", "@sendgrid/eventwebhook", "sendgrid-eventwebhook", "@sendgrid/eventwebhook", "8.0.0"),
  npm("discord", "discord-interactions", "discord-interactions", "discord-interactions", "4.4.0"),
];
