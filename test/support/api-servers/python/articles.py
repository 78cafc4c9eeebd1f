"""The operations on articles and their comments. A tenant's data are in one Newsroom."""

import itertools
import re
from datetime import datetime, timezone

from fields import Invalid, parse_time
from http_parts import Problem
from schemas import ARTICLE, ARTICLE_PATCH, COMMENT, DEFAULTS, TRANSITION

NEXT_STATE = {"draft": "published", "published": "archived", "archived": "draft"}
_versions = itertools.count(1)


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Newsroom:
    def __init__(self):
        self.articles = {}
        self.comment_ids = itertools.count(1)

    def find(self, slug):
        if slug not in self.articles:
            raise Problem(404, "there is no such article")
        return self.articles[slug]

    def free_slug(self, title):
        words = re.findall(r"[a-z0-9]+", title.lower())
        base = "-".join(words)[:40].rstrip("-")
        base = base if len(base) >= 3 else "article"
        candidates = itertools.chain([base], (f"{base}-{number}" for number in itertools.count(2)))
        return next(slug for slug in candidates if slug not in self.articles)

    def add(self, slug, content):
        time = now()
        article = {"slug": slug, "content": {**DEFAULTS, **content}, "state": "draft", "revision": 1}
        article.update(createdAt=time, updatedAt=time, publishedAt=None, comments=[], version=next(_versions))
        self.articles[slug] = article
        return article

    def listed(self, query):
        words = query.get("q", "").lower()
        since = parse_time(query["updatedSince"]) if "updatedSince" in query else None
        return [
            article
            for article in self.articles.values()
            if query.get("state", article["state"]) == article["state"]
            and all(tag in article["content"]["tags"] for tag in query.get("tag", []))
            and words in article["content"]["title"].lower()
            and (since is None or parse_time(article["updatedAt"]) >= since)
        ]


def shown(article):
    names = ["slug", "state", "revision", "createdAt", "updatedAt", "publishedAt"]
    return {**article["content"], **{name: article[name] for name in names}}


def entity_tag(article):
    return f'"v{article["version"]}"'


def change(article, **members):
    """Changes an article, if anything is different."""
    if all(article[name] == value for name, value in members.items()):
        return
    article.update(members)
    article["revision"] += 1
    article["updatedAt"] = now()
    article["version"] = next(_versions)


def page(items, query):
    offset = query.get("offset", 0)
    limit = query.get("limit", 20)
    return {"total": len(items), "offset": offset, "items": items[offset : offset + limit]}


def answer(article, status=200, **headers):
    return status, {"ETag": entity_tag(article), **headers}, shown(article)


def list_articles(room, request):
    found = page(room.listed(request.query), request.query)
    return 200, {}, {**found, "items": [shown(article) for article in found["items"]]}


def create_article(room, request):
    content = request.valid(ARTICLE)
    article = room.add(room.free_slug(content["title"]), content)
    return answer(article, 201, Location=f"/articles/{article['slug']}")


def read_article(room, request):
    article = room.find(request.slug)
    if request.has_current(entity_tag(article)):
        return 304, {"ETag": entity_tag(article)}, None
    return answer(article)


def put_article(room, request):
    content = request.valid(ARTICLE)
    exists = request.slug in room.articles
    request.check_conditions(entity_tag(room.articles[request.slug]) if exists else None)
    if not exists:
        article = room.add(request.slug, content)
        return answer(article, 201, Location=f"/articles/{article['slug']}")
    article = room.articles[request.slug]
    if article["state"] == "archived":
        raise Problem(409, "an archived article can't be changed")
    change(article, content={**DEFAULTS, **content})
    return answer(article)


def patch_article(room, request):
    patch = request.valid(ARTICLE_PATCH)
    article = room.find(request.slug)
    request.check_conditions(entity_tag(article))
    if article["state"] == "archived":
        raise Problem(409, "an archived article can't be changed")
    resets = {name: DEFAULTS[name] for name, value in patch.items() if value is None}
    change(article, content={**article["content"], **patch, **resets})
    return answer(article)


def delete_article(room, request):
    article = room.find(request.slug)
    request.check_conditions(entity_tag(article))
    if article["state"] == "published":
        raise Problem(409, "a published article can't be deleted")
    del room.articles[request.slug]
    return 204, {}, None


def move_article(room, request):
    transition = request.valid(TRANSITION)
    article = room.find(request.slug)
    if NEXT_STATE[article["state"]] != transition["to"]:
        raise Problem(409, f"an article that is {article['state']} can't become {transition['to']}")
    published = now() if transition["to"] == "published" else article["publishedAt"]
    change(article, state=transition["to"], publishedAt=published)
    return answer(article)


def list_comments(room, request):
    return 200, {}, page(room.find(request.slug)["comments"], request.query)


def create_comment(room, request):
    comment = {"replyTo": None, "rating": 0, **request.valid(COMMENT)}
    article = room.find(request.slug)
    if article["state"] != "published":
        raise Problem(409, "only published articles have comments")
    if comment["replyTo"] is not None and all(each["id"] != comment["replyTo"] for each in article["comments"]):
        raise Invalid("/replyTo", "must be the id of a comment on this article")
    comment.update(id=next(room.comment_ids), createdAt=now())
    article["comments"].append(comment)
    return 201, {"Location": f"/articles/{request.slug}/comments/{comment['id']}"}, comment


def find_comment(room, request):
    comments = room.find(request.slug)["comments"]
    for comment in comments:
        if comment["id"] == request.comment_id:
            return comments, comment
    raise Problem(404, "there is no such comment")


def read_comment(room, request):
    return 200, {}, find_comment(room, request)[1]


def delete_comment(room, request):
    comments, comment = find_comment(room, request)
    if any(each["replyTo"] == comment["id"] for each in comments):
        raise Problem(409, "there are replies to this comment")
    comments.remove(comment)
    return 204, {}, None


def count_tag(room, request):
    count = sum(request.tag in article["content"]["tags"] for article in room.articles.values())
    if count == 0:
        raise Problem(404, "no article has this tag")
    return 200, {}, {"tag": request.tag, "articles": count}
