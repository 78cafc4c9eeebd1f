// One entry for each changeset, without its commit. That the three packages depend on each other goes without saying.
module.exports = {
  getReleaseLine: async ({ summary }) => {
    const [first, ...rest] = summary.trim().split("\n");
    return [`- ${first}`, ...rest.map((line) => `  ${line}`.trimEnd())].join("\n");
  },
  getDependencyReleaseLine: async () => "",
};
