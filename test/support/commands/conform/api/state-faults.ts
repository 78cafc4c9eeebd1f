// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { FoundFault } from "./condition-faults.js";

/** What the servers of somebody else can do wrong with states, conflicts, references and what they compute. */
export const stateFaults: readonly FoundFault[] = [
  [
    {
      id: "python-archived-comment",
      server: "python",
      kind: "state",
      what: "Archived articles can be commented on.",
      replace: ['if article["state"] != "published":', 'if article["state"] == "draft":'],
    },
    "state/createComment/published/archived",
  ],
  [
    {
      id: "python-refused-comment-kept",
      server: "python",
      kind: "state",
      what: "A comment that is refused, since the article isn't published, is stored.",
      replace: [
        '    if article["state"] != "published":\n',
        '    if article["state"] != "published":\n        article["comments"].append({**comment, "id": next(room.comment_ids), "createdAt": now()})\n',
      ],
    },
    "state/createComment/published",
  ],
  [
    {
      id: "python-reply-kept",
      server: "python",
      kind: "state",
      what: "A comment that is refused, since it replies to nothing, is stored.",
      replace: [
        '        raise Invalid("/replyTo", "must be the id of a comment on this article")',
        '        article["comments"].append({**comment, "id": next(room.comment_ids), "createdAt": now()})\n        raise Invalid("/replyTo", "must be the id of a comment on this article")',
      ],
    },
    "unknown-reference/createComment",
  ],
  [
    {
      id: "python-skip-state",
      server: "python",
      kind: "state",
      what: "A published article can become a draft without having been archived.",
      replace: [
        'if NEXT_STATE[article["state"]] != transition["to"]:',
        'if NEXT_STATE[article["state"]] != transition["to"] and not (article["state"] == "published" and transition["to"] == "draft"):',
      ],
    },
    "state-order/moveArticle/published/draft",
  ],
  [
    {
      id: "python-comments-survive2",
      server: "python",
      kind: "state",
      what: "The comments on a deleted article come back with its slug.",
      replace: [
        "comments=[], version=next(_versions))",
        'comments=self.__dict__.setdefault("all_comments", {}).setdefault(slug, []), version=next(_versions))',
      ],
    },
    "deleted-below/deleteArticle/listComments",
  ],
  [
    {
      id: "python-patch-refused-applied",
      server: "python",
      kind: "state",
      what: "A patch of an archived article is refused, and applied.",
      replace: [
        '    article = room.find(request.slug)\n    request.check_conditions(entity_tag(article))\n    if article["state"] == "archived":\n        raise Problem(409, "an archived article can\'t be changed")\n    resets',
        '    article = room.find(request.slug)\n    request.check_conditions(entity_tag(article))\n    if article["state"] == "archived":\n        change(article, content={**article["content"], **{k: v for k, v in patch.items() if v is not None}})\n        raise Problem(409, "an archived article can\'t be changed")\n    resets',
      ],
    },
    "state/patchArticle/archived",
  ],
  [
    {
      id: "python-delete-comment-first",
      server: "python",
      kind: "state",
      what: "Deleting a comment deletes the first one.",
      replace: ["    comments.remove(comment)", "    comments.pop(0)"],
    },
    "others-untouched/deleteComment",
  ],
  [
    {
      id: "express-total-stale",
      server: "express",
      kind: "state",
      what: "The total stays when the lines of an order are changed.",
      replace: [
        "Object.assign(order, { lines, note, labels, total });",
        "Object.assign(order, { lines, note, labels });",
      ],
    },
    "computed/patchOrder",
  ],
  [
    {
      id: "express-total-one",
      server: "express",
      kind: "state",
      what: "The total ignores quantities.",
      replace: ["amount: product.price.amount * quantity }", "amount: product.price.amount }"],
    },
    "computed/createOrder/*",
  ],
  [
    {
      id: "express-stock-half",
      server: "express",
      kind: "state",
      what: "A submission that is refused has taken the first products out of stock.",
      replace: [
        '    for (const [sku, quantity] of needed)\n      if (products.get(sku).stock < quantity) throw new Failure(409, "stock", `There are too few of ${sku}.`);\n    for (const [sku, quantity] of needed) products.get(sku).stock -= quantity;',
        '    for (const [sku, quantity] of needed) {\n      if (products.get(sku).stock < quantity) throw new Failure(409, "stock", `There are too few of ${sku}.`);\n      products.get(sku).stock -= quantity;\n    }',
      ],
    },
    "refused-action/submitOrder",
  ],
  [
    {
      id: "express-submit-refused-status",
      server: "express",
      kind: "state",
      what: "A submission that is refused marks the order as submitted.",
      replace: [
        "    const needed = [...neededStock(order.lines)];",
        '    const needed = [...neededStock(order.lines)];\n    order.status = "submitted";',
      ],
    },
    "refused-action/submitOrder",
  ],
  [
    {
      id: "express-key-current",
      server: "express",
      kind: "idempotency",
      what: "A repeated request gets the order as it is now, not the first answer.",
      replace: [
        "if (earlier !== undefined) return earlier.answer;",
        "if (earlier !== undefined) return { ...earlier.answer, body: shownOrder(orders.get(earlier.answer.body.id)) };",
      ],
    },
    "idempotency-key-answer/createOrder/changed",
  ],
  [
    {
      id: "express-key-200",
      server: "express",
      kind: "idempotency",
      what: "A repeated request gets another `Location`.",
      replace: [
        "if (earlier !== undefined) return earlier.answer;",
        "if (earlier !== undefined) return { status: 201, headers: { location: `/orders/${randomUUID()}` }, body: earlier.answer.body };",
      ],
    },
    "idempotency-key-answer/createOrder",
  ],
  [
    {
      id: "python-reply-any",
      server: "python",
      kind: "validation",
      what: "A comment may reply to nothing.",
      replace: [
        '    if comment["replyTo"] is not None and all(',
        '    if comment["replyTo"] is not None and False and all(',
      ],
    },
    "unknown-reference/createComment",
  ],
  [
    {
      id: "python-orphans",
      server: "python",
      kind: "state",
      what: "A comment with replies can be deleted.",
      replace: [
        '    if any(each["replyTo"] == comment["id"] for each in comments):\n        raise Problem(409, "there are replies to this comment")\n',
        "",
      ],
    },
    "in-use/deleteComment/createComment",
  ],
  [
    {
      id: "python-tags-of-all",
      server: "python",
      kind: "tenancy",
      what: "The count of a tag includes the articles of other newspapers.",
      replace: [
        '    count = sum(request.tag in article["content"]["tags"] for article in room.articles.values())',
        '    rooms = [each for each in __import__("gc").get_objects() if isinstance(each, Newsroom)]\n    count = sum(request.tag in article["content"]["tags"] for each in rooms for article in each.articles.values())',
      ],
    },
    "foreign-effect/createArticle",
  ],
];
