// The site of the documentation. `tools/docs-site.mjs` builds it, and says where by OIPKIT_DOCS_SITE.
import { cpSync } from "node:fs";
import { join } from "node:path";
import { markdown } from "../markdown.mjs";
import { navigation, sidebar } from "../navigation.mjs";
import { repository, stage } from "../stage.mjs";

const folder = process.env.OIPKIT_DOCS_SITE ?? join(repository, "tools/docs-site/dist");
const sources = join(folder, "pages");
const { pages, index } = stage(sources);
const known = new Map(pages.map((page) => [`${page.address}.md`, page]));
const part = (name) => join(import.meta.dirname, "theme", name);

export default {
  srcDir: sources,
  srcExclude: ["public/**"],
  outDir: join(folder, "site"),
  cacheDir: join(folder, "cache"),
  lang: "en",
  title: "oipkit",
  description: known.get("index.md").sentence,
  metaChunk: true,
  markdown,
  vite: {
    logLevel: "warn",
    build: { chunkSizeWarningLimit: Number.POSITIVE_INFINITY },
    resolve: {
      // VitePress's way to replace a part of its theme.
      alias: [
        { find: /^.*\/VPSidebarGroup\.vue$/, replacement: part("SidebarGroups.vue") },
        { find: /^.*\/VPNavBarSearch\.vue$/, replacement: part("PageSearch.vue") },
      ],
    },
  },
  head: [["link", { rel: "icon", href: "data:," }]],
  transformPageData(data) {
    const page = known.get(data.relativePath);
    if (page !== undefined) return { description: page.sentence ?? "" };
  },
  transformHead({ pageData }) {
    const href = pageData.relativePath.split("/").at(-1);
    return pageData.isNotFound ? [] : [["link", { rel: "alternate", type: "text/markdown", href }]];
  },
  themeConfig: {
    nav: navigation({ index }),
    sidebar: sidebar({ pages, index }),
    outline: [2, 3],
    externalLinkIcon: false,
    search: {
      provider: "local",
      options: {
        // The lists of files would come before the pages about them.
        _render: (text, env, md) => (env.relativePath.startsWith("files/") ? "" : md.render(text, env)),
      },
    },
  },
  buildEnd({ outDir, pages: built }) {
    for (const page of built) cpSync(join(sources, page), join(outDir, page));
  },
};
