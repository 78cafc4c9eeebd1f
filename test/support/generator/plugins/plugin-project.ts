import { project } from "../../cli/small-contracts.js";

/** The JavaScript source of a plugin that lists the operations of all APIs. */
export const listPlugin = `export default {
  name: "list",
  emit: ({ model, code, join, literal, fileHeader }) => model.apis.map((api) => ({
    path: api.name + ".js",
    text: code\`\${fileHeader([api.source])}\\nexport default [\${join(api.operations.map((each) => literal(each.functionName)), ", ")}];\\n\`,
  })),
};
`;

/** A folder with small contracts, a plugin, and a configuration that names it. */
export function pluginProject(
  plugin: string = listPlugin,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  return project({
    "oipkit.config.yaml": "plugins: [./plugins/list.mjs]\n",
    "plugins/list.mjs": plugin,
    ...more,
  });
}
