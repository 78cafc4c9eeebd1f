// One entry for each changeset, without its commit. The packages have one version, so that what they depend on has no entry.
module.exports = {
  getReleaseLine: async ({ summary }) => {
    const [first, ...rest] = summary.trim().split("\n");
    return [`- ${first}`, ...rest.map((line) => `  ${line}`.trimEnd())].join("\n");
  },
  getDependencyReleaseLine: async () => "",
};
