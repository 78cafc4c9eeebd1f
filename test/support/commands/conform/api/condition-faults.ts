// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are fragments of source code.
import type { Fault } from "../../../api-servers/faults/fault.js";

/** A fault without how bad it is, and the case that finds it. */
export type FoundFault = readonly [fault: Omit<Fault, "severity">, glob: string];

/** What the servers of somebody else can do wrong with conditions, statuses, methods and times. */
export const conditionFaults: readonly FoundFault[] = [
  [
    {
      id: "fastify-match-any",
      server: "fastify",
      kind: "conditional",
      what: "`If-Match: *` is refused.",
      replace: ['header === undefined || header.trim() === "*" || tagsIn', "header === undefined || tagsIn"],
    },
    "match-spellings/replaceRoom/any",
  ],
  [
    {
      id: "python-match-creates",
      server: "python",
      kind: "conditional",
      what: "A `PUT` with `If-Match` makes an article that isn't there.",
      replace: [
        "    request.check_conditions(entity_tag(room.articles[request.slug]) if exists else None)\n",
        "    if exists:\n        request.check_conditions(entity_tag(room.articles[request.slug]))\n",
      ],
    },
    "if-match-creates/putArticle/tag",
  ],
  [
    {
      id: "python-put-201",
      server: "python",
      kind: "status",
      what: "A replacement answers 201.",
      replace: [
        "    change(article, content={**DEFAULTS, **content})\n    return answer(article)\n",
        "    change(article, content={**DEFAULTS, **content})\n    return answer(article, 201, Location=f\"/articles/{article['slug']}\")\n",
      ],
    },
    "put-status/putArticle/replaced",
  ],
  [
    {
      id: "fastify-head-none-match",
      server: "fastify",
      kind: "conditional",
      what: "`HEAD` ignores `If-None-Match`.",
      replace: [
        "operations[operation]({ tenant, params, headers, body, url })",
        'operations[operation]({ tenant, params, headers: request.method === "HEAD" ? {} : headers, body, url })',
      ],
    },
    "head-none-match/getRoom",
  ],
  [
    {
      id: "fastify-post-etag-other",
      server: "fastify",
      kind: "conditional",
      what: "Creation answers with another entity tag than reading.",
      replace: [
        "etag: entityTag(room) };\n    return { status: 201",
        "etag: entityTag({ ...room, version: 0 }) };\n    return { status: 201",
      ],
    },
    "etag-agrees/createRoom",
  ],
  [
    {
      id: "fastify-head-etag",
      server: "fastify",
      kind: "conditional",
      what: "`HEAD` has another entity tag than `GET`.",
      replace: [
        "reply.code(answer.status).headers(answer.headers ?? {});",
        'reply.code(answer.status).headers(answer.headers ?? {});\n        if (request.method === "HEAD" && answer.headers?.etag) reply.header("etag", \'"AAAAAAAAAAAAAAAAAAAAAA"\');',
      ],
    },
    "etag-agrees/getRoom/head",
  ],
  [
    {
      id: "python-move-etag",
      server: "python",
      kind: "conditional",
      what: "A transition leaves the entity tag as it is.",
      replace: [
        '    change(article, state=transition["to"], publishedAt=published)\n',
        '    version = article["version"]\n    change(article, state=transition["to"], publishedAt=published)\n    article["version"] = version\n',
      ],
    },
    "etag-moves/moveArticle/published",
  ],
  [
    {
      id: "python-patch-stale-effect",
      server: "python",
      kind: "conditional",
      what: "A change that is refused with 412 is carried out.",
      replace: [
        '    article = room.find(request.slug)\n    request.check_conditions(entity_tag(article))\n    if article["state"] == "archived":\n        raise Problem(409, "an archived article can\'t be changed")\n    resets = {name: DEFAULTS[name] for name, value in patch.items() if value is None}\n    change(article, content={**article["content"], **patch, **resets})\n',
        '    article = room.find(request.slug)\n    if article["state"] == "archived":\n        raise Problem(409, "an archived article can\'t be changed")\n    tag = entity_tag(article)\n    resets = {name: DEFAULTS[name] for name, value in patch.items() if value is None}\n    change(article, content={**article["content"], **patch, **resets})\n    request.check_conditions(tag)\n',
      ],
    },
    "if-match/patchArticle",
  ],
  [
    {
      id: "fastify-updated-at-stays",
      server: "fastify",
      kind: "state",
      what: "`updatedAt` stays the time of creation.",
      replace: ["  room.updatedAt = new Date().toISOString();\n", ""],
    },
    "timestamps/patchRoom",
  ],
  [
    {
      id: "python-created-moves",
      server: "python",
      kind: "state",
      what: "`createdAt` is the time of the last change.",
      replace: ['article["updatedAt"] = now()', 'article["updatedAt"] = article["createdAt"] = now()'],
    },
    "timestamps/putArticle",
  ],
  [
    {
      id: "python-unchanged-revision",
      server: "python",
      kind: "state",
      what: "A change that changes nothing has a new revision.",
      replace: [
        "    if all(article[name] == value for name, value in members.items()):\n        return\n",
        "",
      ],
    },
    "unchanged/putArticle",
  ],
  [
    {
      id: "express-submitted-null",
      server: "express",
      kind: "state",
      what: "The time of submission isn't noted.",
      replace: ["    order.submittedAt = new Date().toISOString();\n", ""],
    },
    "action-shown/submitOrder",
  ],
  [
    {
      id: "python-syntax-422",
      server: "python",
      kind: "status",
      what: "Malformed JSON gets the status of what isn't valid.",
      replace: [
        'raise Problem(400, "the body isn\'t JSON in UTF-8, or a key is repeated") from None',
        'raise Problem(422, "the body isn\'t JSON in UTF-8, or a key is repeated") from None',
      ],
    },
    "refusal-status/createArticle/syntax/cut",
  ],
  [
    {
      id: "fastify-invalid-400",
      server: "fastify",
      kind: "status",
      what: "What isn't valid gets the status of malformed JSON.",
      replace: [
        'throw new Problem(422, "the body isn\'t valid", { errors })',
        'throw new Problem(400, "the body isn\'t valid", { errors })',
      ],
    },
    "refusal-status/createRoom/body/name/maxLength",
  ],
  [
    {
      id: "express-export-late-file",
      server: "express",
      kind: "state",
      what: "The file of an export that is done is refused.",
      replace: ['if (job.state !== "done") throw', 'if (job.state !== "finished") throw'],
    },
    "asynchronous/createExport/getExportFile",
  ],
  [
    {
      id: "express-export-never",
      server: "express",
      kind: "state",
      what: "An export is never done.",
      replace: ['      job.state = "done";\n', ""],
    },
    "asynchronous/createExport",
  ],
  [
    {
      id: "fastify-method-404",
      server: "fastify",
      kind: "method",
      what: "Methods that aren't documented get 404.",
      replace: [
        'sendProblem(reply, new Problem(405, "the method isn\'t allowed", { headers }))',
        'sendProblem(reply, new Problem(404, "the method isn\'t allowed", { headers }))',
      ],
    },
    "method/rooms/PUT",
  ],
  [
    {
      id: "fastify-head-list",
      server: "fastify",
      kind: "method",
      what: "`HEAD` isn't served for one list.",
      replace: [
        "request.identity = identify(request);",
        'request.identity = identify(request);\n        if (request.method === "HEAD" && url === "/rooms") throw new Problem(404, "there is nothing at this path");',
      ],
    },
    "head/listRooms",
  ],
  [
    {
      id: "python-create-only-never",
      server: "python",
      kind: "conditional",
      what: "`If-None-Match: *` refuses what isn't there.",
      replace: [
        "        if tag is not None and self.has_current(tag):",
        '        if (tag is not None and self.has_current(tag)) or "*" in (self._tags("If-None-Match") or []):',
      ],
    },
    "create-only/putArticle/new",
  ],
];
