import { type Fault, faultsIn } from "../fault.js";

/** What it stores, for whom, and who may change it. */
export const pythonState: readonly Fault[] = faultsIn("python", [
  {
    id: "python-delete-keeps",
    kind: "state",
    severity: "grave",
    what: "A deleted article is still there.",
    replace: ["    del room.articles[request.slug]\n", ""],
  },
  {
    id: "python-patch-resets",
    kind: "state",
    severity: "grave",
    what: "`PATCH` resets members that it doesn't name.",
    replace: [
      'content={**article["content"], **patch, **resets}',
      'content={**article["content"], **DEFAULTS, **patch, **resets}',
    ],
  },
  {
    id: "python-put-merges",
    kind: "state",
    severity: "medium",
    what: "`PUT` keeps members that the new article doesn't have.",
    replace: [
      "content={**DEFAULTS, **content})\n    return",
      'content={**article["content"], **content})\n    return',
    ],
  },
  {
    id: "python-put-appends",
    kind: "state",
    severity: "grave",
    what: "Each `PUT` adds its authors to those that there are, so it isn't idempotent.",
    replace: [
      "    change(article, content={**DEFAULTS, **content})",
      '    content["authors"] = article["content"]["authors"] + content["authors"]\n    change(article, content={**DEFAULTS, **content})',
    ],
  },
  {
    id: "python-put-elsewhere",
    kind: "state",
    severity: "grave",
    what: "`PUT` of a new slug stores the article under the slug of its title.",
    replace: [
      "article = room.add(request.slug, content)",
      'article = room.add(room.free_slug(content["title"]), content)',
    ],
  },
  {
    id: "python-draft-archived",
    kind: "state",
    severity: "medium",
    what: "A draft can be archived without having been published.",
    replace: [
      'if NEXT_STATE[article["state"]] != transition["to"]:',
      'if article["state"] == transition["to"]:',
    ],
  },
  {
    id: "python-published-deleted",
    kind: "state",
    severity: "medium",
    what: "A published article can be deleted.",
    replace: [
      '    if article["state"] == "published":\n        raise Problem(409, "a published article can\'t be deleted")\n',
      "",
    ],
  },
  {
    id: "python-archived-patched",
    kind: "state",
    severity: "medium",
    what: "An archived article can be patched.",
    replace: [
      '    request.check_conditions(entity_tag(article))\n    if article["state"] == "archived":\n        raise Problem(409, "an archived article can\'t be changed")\n    resets',
      "    request.check_conditions(entity_tag(article))\n    resets",
    ],
  },
  {
    id: "python-comment-id-reused",
    kind: "state",
    severity: "medium",
    what: "The id of a deleted comment is used again.",
    replace: [
      "id=next(room.comment_ids)",
      'id=max((each["id"] for each in article["comments"]), default=0) + 1',
    ],
  },
  {
    id: "python-replies-orphaned",
    kind: "state",
    severity: "slight",
    what: "A comment can be deleted though there are replies to it.",
    replace: [
      'if any(each["replyTo"] == comment["id"] for each in comments):',
      'if any(each["replyTo"] == comment for each in comments):',
    ],
  },
  {
    id: "python-half-a-comment",
    kind: "state",
    severity: "grave",
    what: "A comment that is refused has been stored.",
    replace: [
      '    if comment["replyTo"] is not None and all(each["id"] != comment["replyTo"] for each in article["comments"]):\n        raise Invalid("/replyTo", "must be the id of a comment on this article")\n    comment.update(id=next(room.comment_ids), createdAt=now())\n    article["comments"].append(comment)\n',
      '    others = list(article["comments"])\n    comment.update(id=next(room.comment_ids), createdAt=now())\n    article["comments"].append(comment)\n    if comment["replyTo"] is not None and all(each["id"] != comment["replyTo"] for each in others):\n        raise Invalid("/replyTo", "must be the id of a comment on this article")\n',
    ],
  },
  {
    id: "python-published-at-missing",
    kind: "state",
    severity: "slight",
    what: "The time of publication isn't noted.",
    replace: [
      'published = now() if transition["to"] == "published" else article["publishedAt"]',
      'published = article["publishedAt"]',
    ],
  },
  {
    id: "python-one-newsroom",
    kind: "tenancy",
    severity: "grave",
    what: "Tenants share their articles.",
    replace: [
      'ROOMS = {"daily": articles.Newsroom(), "weekly": articles.Newsroom()}',
      'ROOMS = dict.fromkeys(["daily", "weekly"], articles.Newsroom())',
    ],
  },
  {
    id: "python-fallback-tenant",
    kind: "tenancy",
    severity: "grave",
    what: "What one tenant hasn't got is looked for at the others: their articles can be read and changed.",
    replace: [
      "        self.comment_ids = itertools.count(1)\n\n    def find(self, slug):\n",
      '        self.comment_ids = itertools.count(1)\n        Newsroom.everyone = [*getattr(Newsroom, "everyone", []), self]\n\n    def find(self, slug):\n        for other in Newsroom.everyone:\n            if slug in other.articles and slug not in self.articles:\n                return other.articles[slug]\n',
    ],
  },
  {
    id: "python-token-prefix",
    kind: "authentication",
    severity: "grave",
    what: "A part of a token is enough.",
    replace: [
      "    if not match or match[1] not in TOKENS:",
      '    if match and match[1] not in TOKENS:\n        match = next((re.match(r"(.*)", token) for token in TOKENS if token.startswith(match[1])), None)\n    if not match:',
    ],
  },
  {
    id: "python-token-case",
    kind: "authentication",
    severity: "slight",
    what: "Tokens are compared without regard to case.",
    replace: [
      'headers.get("Authorization", ""), re.IGNORECASE)',
      'headers.get("Authorization", "").lower(), re.IGNORECASE)',
    ],
  },
  {
    id: "python-reader-patches",
    kind: "authentication",
    severity: "grave",
    what: "A token that may only read may patch.",
    replace: [
      'if method not in ("GET", "HEAD") and not may_write:',
      'if method not in ("GET", "HEAD", "PATCH") and not may_write:',
    ],
  },
]);
