import { type Fault, faultsIn } from "../fault.js";

/** What else of HTTP and of answers it gets wrong. */
export const pythonHttp: readonly Fault[] = faultsIn("python", [
  {
    id: "python-query-422",
    kind: "status",
    severity: "slight",
    what: "A parameter that isn't valid gets a status that isn't documented there.",
    replace: [
      'raise Problem(400, f"{invalid.pointer} {invalid.message}") from None',
      'raise Problem(422, f"{invalid.pointer} {invalid.message}") from None',
    ],
  },
  {
    id: "python-missing-200",
    kind: "status",
    severity: "medium",
    what: "An article that isn't there is answered with 200 and an error.",
    replace: [
      'raise Problem(404, "there is no such article")',
      'raise Problem(200, "there is no such article")',
    ],
  },
  {
    id: "python-etag-of-revision",
    kind: "conditional",
    severity: "grave",
    what: "An article that was deleted and created again has the entity tag of the first one.",
    replace: ['f\'"v{article["version"]}"\'', 'f\'"v{article["revision"]}"\''],
  },
  {
    id: "python-if-match-ignored",
    kind: "conditional",
    severity: "grave",
    what: "`If-Match` is ignored: changes of others are overwritten.",
    replace: [
      'if wanted is not None and (tag is None or ("*" not in wanted and tag not in wanted)):',
      "if wanted is not None and tag is None:",
    ],
  },
  {
    id: "python-create-only-ignored",
    kind: "conditional",
    severity: "grave",
    what: "`If-None-Match: *` doesn't protect what is there.",
    replace: [
      'return any(each == "*" or each.removeprefix("W/") == tag for each in tags)',
      'return any(each.removeprefix("W/") == tag for each in tags)',
    ],
  },
  {
    id: "python-weak-tag",
    kind: "conditional",
    severity: "slight",
    what: "A weak entity tag in `If-None-Match` isn't recognised.",
    replace: ['each.removeprefix("W/") == tag', "each == tag"],
  },
  {
    id: "python-first-tag",
    kind: "conditional",
    severity: "slight",
    what: "Of several entity tags only the first counts.",
    replace: [
      'return [tag.strip() for value in values for tag in value.split(",")] if values',
      'return [value.split(",")[0].strip() for value in values] if values',
    ],
  },
  {
    id: "python-304-body",
    kind: "conditional",
    severity: "medium",
    what: "Nothing is ever unchanged: `If-None-Match` gets the whole article.",
    replace: ['        return 304, {"ETag": entity_tag(article)}, None', "        return answer(article)"],
  },
  {
    id: "python-304-without-tag",
    kind: "header",
    severity: "slight",
    what: "304 has no `ETag`.",
    replace: ['        return 304, {"ETag": entity_tag(article)}, None', "        return 304, {}, None"],
  },
  {
    id: "python-etag-missing",
    kind: "header",
    severity: "medium",
    what: "Answers to changes have no `ETag`.",
    replace: [
      'return status, {"ETag": entity_tag(article), **headers}, shown(article)',
      "return status, headers, shown(article)",
    ],
  },
  {
    id: "python-request-id-lost",
    kind: "header",
    severity: "slight",
    what: "The documented header doesn't come back.",
    replace: ["return status, {**headers, **echoed}, None", "return status, headers, None"],
  },
  {
    id: "python-article-location",
    kind: "location",
    severity: "medium",
    what: "`Location` names the article by the title.",
    replace: [
      'article = room.add(room.free_slug(content["title"]), content)\n    return answer(article, 201, Location=f"/articles/{article[\'slug\']}")',
      'article = room.add(room.free_slug(content["title"]), content)\n    return answer(article, 201, Location=f"/articles/{room.free_slug(content[\'title\'])}")',
    ],
  },
  {
    id: "python-allow-missing",
    kind: "method",
    severity: "slight",
    what: "405 has no `Allow`.",
    replace: [', {"Allow": ", ".join(allowed)})', ")"],
  },
  {
    id: "python-delete-list",
    kind: "method",
    severity: "grave",
    what: "A method that isn't documented deletes everything.",
    replace: [
      '    asked = "GET" if method == "HEAD" else method\n',
      '    asked = "GET" if method == "HEAD" else method\n    if (method, path) == ("DELETE", "/articles"):\n        identify(request.headers, method).articles.clear()\n        return 204, {}, None\n',
    ],
  },
  {
    id: "python-trace-shown",
    kind: "leak",
    severity: "medium",
    what: "The representation of an exception is in the answer to malformed JSON.",
    replace: [
      '    except (ValueError, RecursionError):\n        raise Problem(400, "the body isn\'t JSON in UTF-8, or a key is repeated") from None',
      '    except (ValueError, RecursionError) as error:\n        frame = error.__traceback__.tb_frame\n        raise Problem(400, f"{error!r} at {frame.f_code.co_filename}:{frame.f_lineno}") from None',
    ],
  },
  {
    id: "python-internals-shown",
    kind: "leak",
    severity: "medium",
    what: "Answers contain members of the store.",
    replace: ['names = ["slug", "state",', 'names = ["slug", "version", "state",'],
  },
  {
    id: "python-html",
    kind: "header",
    severity: "medium",
    what: "Answers are called HTML.",
    replace: ['self.send_header("Content-Type", JSON_TYPE)', 'self.send_header("Content-Type", "text/html")'],
  },
  {
    id: "python-time-local",
    kind: "body",
    severity: "medium",
    what: "Times have no offset.",
    replace: ['.replace("+00:00", "Z")', '.replace("+00:00", "")'],
  },
  {
    id: "python-comment-id-text",
    kind: "body",
    severity: "medium",
    what: "An id is written as a text.",
    replace: [
      '    article["comments"].append(comment)\n    return 201, {"Location": f"/articles/{request.slug}/comments/{comment[\'id\']}"}, comment',
      '    article["comments"].append(comment)\n    return 201, {"Location": f"/articles/{request.slug}/comments/{comment[\'id\']}"}, {**comment, "id": str(comment["id"])}',
    ],
  },
  {
    id: "python-list-without-total",
    kind: "body",
    severity: "medium",
    what: "A required member is missing in one list.",
    replace: [
      'return 200, {}, page(room.find(request.slug)["comments"], request.query)',
      'found = page(room.find(request.slug)["comments"], request.query)\n    return 200, {}, {"offset": found["offset"], "items": found["items"]}',
    ],
  },
]);
