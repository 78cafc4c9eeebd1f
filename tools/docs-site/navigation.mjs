// Makes the site's sidebar from the index of the documentation.

/** The sidebar: a group for each door of the guide, then the other sections with their groups, folded. */
export function sidebar({ pages, index }) {
  const address = new Map(pages.map((page) => [page.file, page.address]));
  const item = ({ text, isCode, file, entries }) => {
    const one = {
      text: html(isCode ? text : capitalized(text)),
      link: `/${address.get(file)}.html`.replace(/\/index\.html$/, "/"),
    };
    return entries.length === 0 ? one : Object.assign(one, { items: entries.map(item) });
  };
  const items = ({ entries }) => entries.map(item);
  const [guide, ...others] = index;
  return [
    ...guide.groups.map((group) => ({ text: html(group.title), items: items(group) })),
    ...others.map(({ title, groups }) => ({
      text: html(title),
      items: groups.flatMap((group) =>
        group.title === undefined ? items(group) : [{ text: html(group.title), items: items(group) }],
      ),
    })),
  ];
}

/** The links at the top: the sections of the list of all pages. */
export function navigation({ index }) {
  return index.map(({ title }) => ({ text: title, link: `/contents.html#${title.toLowerCase()}` }));
}

/** VitePress shows these texts as HTML. */
function html(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
