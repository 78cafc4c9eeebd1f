import { type Fault, faultsIn } from "../../faults/fault.js";

/** Kept aside: see `kept-aside.ts` before you read on. */
export const pythonBehaviour: readonly Fault[] = faultsIn("python", [
  {
    id: "python-path-400",
    kind: "status",
    severity: "slight",
    what: "A slug that can't be one gets 400 instead of 404.",
    replace: [
      '        raise Problem(404, "there is nothing at this path") from None',
      '        raise Problem(400, "there is nothing at this path") from None',
    ],
  },
  {
    id: "python-put-200",
    kind: "status",
    severity: "medium",
    what: "`PUT` that creates answers 200.",
    replace: [
      "article = room.add(request.slug, content)\n        return answer(article, 201, Location",
      "article = room.add(request.slug, content)\n        return answer(article, 200, Location",
    ],
  },
  {
    id: "python-comment-stays",
    kind: "state",
    severity: "grave",
    what: "A deleted comment is still there.",
    replace: ["    comments.remove(comment)\n", ""],
  },
  {
    id: "python-patch-lost",
    kind: "state",
    severity: "grave",
    what: "`PATCH` answers with the changed article and doesn't store it.",
    replace: [
      'change(article, content={**article["content"], **patch, **resets})',
      'article = {**article}\n    change(article, content={**article["content"], **patch, **resets})',
    ],
  },
  {
    id: "python-patch-null-stored",
    kind: "state",
    severity: "medium",
    what: "Null in a patch is stored instead of the default.",
    replace: ['content={**article["content"], **patch, **resets}', 'content={**article["content"], **patch}'],
  },
  {
    id: "python-put-renews",
    kind: "state",
    severity: "slight",
    what: "A `PUT` that changes nothing counts as a change.",
    replace: ["    if all(article[name] == value for name, value in members.items()):\n        return\n", ""],
  },
  {
    id: "python-slug-reused",
    kind: "state",
    severity: "grave",
    what: "A second article with the same title replaces the first.",
    replace: [
      "return next(slug for slug in candidates if slug not in self.articles)",
      "return next(candidates)",
    ],
  },
  {
    id: "python-draft-commented",
    kind: "state",
    severity: "medium",
    what: "Drafts can be commented on.",
    replace: ['if article["state"] != "published":', 'if article["state"] == "archived":'],
  },
  {
    id: "python-read-without-token",
    kind: "authentication",
    severity: "grave",
    what: "Reading needs no token.",
    replace: [
      '    match = re.fullmatch(r"bearer +(\\S+)"',
      '    if method == "GET" and "Authorization" not in headers:\n        return ROOMS["daily"]\n    match = re.fullmatch(r"bearer +(\\S+)"',
    ],
  },
  {
    id: "python-page-longer",
    kind: "pagination",
    severity: "slight",
    what: "A page has one item more than `limit`.",
    replace: ["items[offset : offset + limit]", "items[offset : offset + limit + 1]"],
  },
  {
    id: "python-offset-wrong",
    kind: "body",
    severity: "slight",
    what: "The offset in the answer isn't that of the request.",
    replace: ['"offset": offset, "items"', '"offset": 0, "items"'],
  },
  {
    id: "python-newest-hidden",
    kind: "pagination",
    severity: "grave",
    what: "A new article isn't in the list until another one is created.",
    replace: [
      "            for article in self.articles.values()\n            if query",
      "            for article in list(self.articles.values())[: max(1, len(self.articles) - 1)]\n            if query",
    ],
  },
  {
    id: "python-tag-any",
    kind: "filter",
    severity: "medium",
    what: "Articles with one of several tags are found instead of those with all.",
    replace: [
      'and all(tag in article["content"]["tags"] for tag in query.get("tag", []))',
      'and (not query.get("tag") or any(tag in article["content"]["tags"] for tag in query["tag"]))',
    ],
  },
  {
    id: "python-since-exclusive",
    kind: "filter",
    severity: "slight",
    what: "What was updated exactly then is left out.",
    replace: ['parse_time(article["updatedAt"]) >= since', 'parse_time(article["updatedAt"]) > since'],
  },
  {
    id: "python-etag-of-create",
    kind: "conditional",
    severity: "grave",
    what: "The entity tag stays when an article changes.",
    replace: [
      '    article["updatedAt"] = now()\n    article["version"] = next(_versions)',
      '    article["updatedAt"] = now()',
    ],
  },
  {
    id: "python-if-match-creates",
    kind: "conditional",
    severity: "medium",
    what: "`PUT` with `If-Match` creates what isn't there.",
    replace: [
      '(tag is None or ("*" not in wanted and tag not in wanted))',
      '(tag is not None and "*" not in wanted and tag not in wanted)',
    ],
  },
  {
    id: "python-comment-location",
    kind: "location",
    severity: "medium",
    what: "`Location` of a comment isn't its path.",
    replace: ["f\"/articles/{request.slug}/comments/{comment['id']}\"", "f\"/comments/{comment['id']}\""],
  },
  {
    id: "python-head-missing",
    kind: "method",
    severity: "medium",
    what: "`HEAD` answers with 405.",
    replace: ['asked = "GET" if method == "HEAD" else method', "asked = method"],
  },
  {
    id: "python-any-media-type",
    kind: "header",
    severity: "medium",
    what: "`PATCH` and the others accept each other's media types.",
    replace: ["if given != wanted or any(charset", 'if not given.endswith("json") or any(charset'],
  },
  {
    id: "python-accept-ignored",
    kind: "header",
    severity: "slight",
    what: "406 is documented, but `Accept` is ignored.",
    replace: ["    if best[1] == 0.0:", "    if best[1] < 0.0:"],
  },
  {
    id: "python-published-at-empty",
    kind: "body",
    severity: "medium",
    what: "A time that isn't there is an empty text instead of null.",
    replace: ["updatedAt=time, publishedAt=None,", 'updatedAt=time, publishedAt="",'],
  },
]);
