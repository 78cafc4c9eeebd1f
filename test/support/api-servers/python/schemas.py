"""The fields of what clients send; openapi.yaml documents the same ones."""

from fields import Flag, ListOf, Nullable, OneOf, Record, Text, Time, Whole

STATES = ["draft", "published", "archived"]
SLUG = Text(3, 60, r"[a-z0-9]+(?:-[a-z0-9]+)*")
TAG = Text(1, 30)
LANGUAGE = Text(choices=["en", "de", "ja"])
LINK = Text(9, 200, r"https://[!-~]+")

AUTHOR = Record(
    {"name": Text(1, 80)},
    {"email": Text(5, 100, r"[a-z0-9._-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+"), "byline": Flag()},
)
IMAGE = Record({"kind": Text(choices=["image"]), "url": LINK, "alt": Text(1, 150)}, {"width": Whole(40, 4000, 20)})
QUOTE = Record({"kind": Text(choices=["quote"]), "text": Text(10, 300), "by": Nullable(Text(1, 80))})

BASICS = {
    "title": Text(1, 120),
    "body": Text(0, 20_000),
    "authors": ListOf(AUTHOR, 1, 5),
    "language": LANGUAGE,
}
EXTRAS = {
    "tags": ListOf(TAG, 0, 8, unique=True),
    "priority": Whole(1, 5),
    "embargoUntil": Nullable(Time()),
    "sources": ListOf(LINK, 0, 3),
}
READ_ONLY = {"slug": SLUG, "state": Text(choices=STATES), "revision": Whole(1, 2**53 - 1)}

ARTICLE = Record(BASICS, {**EXTRAS, "lead": OneOf("kind", {"image": IMAGE, "quote": QUOTE})}, READ_ONLY)
ARTICLE_PATCH = Record(
    {},
    {**BASICS, **{name: Nullable(field) for name, field in EXTRAS.items()}},
    least=1,
)
TRANSITION = Record({"to": Text(choices=STATES)}, {"reason": Text(1, 200)})
COMMENT = Record(
    {"author": Text(1, 60), "text": Text(1, 1000)},
    {"replyTo": Nullable(Whole(1, 2**53 - 1)), "rating": Whole(-1, 1)},
)

DEFAULTS = {"tags": [], "priority": 3, "embargoUntil": None, "sources": []}

PAGE = {"offset": Whole(0, 10_000), "limit": Whole(1, 50)}
ARTICLE_QUERY = {**PAGE, "state": Text(choices=STATES), "tag": ListOf(TAG, 0, 8), "q": Text(1, 50), "updatedSince": Time()}
COMMENT_QUERY = PAGE
COMMENT_ID = Whole(1, 2**53 - 1)
REQUEST_ID = Text(8, 64, r"[A-Za-z0-9-]+")
