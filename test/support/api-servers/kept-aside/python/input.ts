import { type Fault, faultsIn } from "../../faults/fault.js";

/** Kept aside: see `kept-aside.ts` before you read on. */
export const pythonInput: readonly Fault[] = faultsIn("python", [
  {
    id: "python-title-empty",
    kind: "validation",
    severity: "medium",
    what: "`minLength` of a title isn't checked.",
    replace: ['"title": Text(1, 120)', '"title": Text(0, 120)'],
  },
  {
    id: "python-title-long",
    kind: "validation",
    severity: "slight",
    what: "The longest title is off by one.",
    replace: ['"title": Text(1, 120)', '"title": Text(1, 121)'],
  },
  {
    id: "python-text-coerced",
    kind: "validation",
    severity: "medium",
    what: "Numbers are accepted as texts.",
    replace: [
      '        if not isinstance(value, str):\n            raise Invalid(at, "must be a string")',
      '        if isinstance(value, (int, float)):\n            value = str(value)\n        if not isinstance(value, str):\n            raise Invalid(at, "must be a string")',
    ],
  },
  {
    id: "python-integral-refused",
    kind: "validation",
    severity: "slight",
    what: "The integer 3.0 is refused.",
    replace: [
      "        if isinstance(value, float) and value.is_integer():\n            value = int(value)\n",
      "",
    ],
  },
  {
    id: "python-minimum-exclusive",
    kind: "validation",
    severity: "medium",
    what: "The smallest value is refused.",
    replace: [
      "if not self.minimum <= value <= self.maximum:",
      "if not self.minimum < value <= self.maximum:",
    ],
  },
  {
    id: "python-multiple-unchecked",
    kind: "validation",
    severity: "slight",
    what: "`multipleOf` isn't checked.",
    replace: ["        if value % self.multiple != 0:", "        if value % self.multiple < 0:"],
  },
  {
    id: "python-authors-empty",
    kind: "validation",
    severity: "medium",
    what: "`minItems` isn't checked.",
    replace: ["ListOf(AUTHOR, 1, 5)", "ListOf(AUTHOR, 0, 5)"],
  },
  {
    id: "python-null-everywhere",
    kind: "validation",
    severity: "medium",
    what: "Null is accepted for every optional member, and then is in answers.",
    replace: [
      "result[name] = fields[name].read(member, pointer)",
      "result[name] = None if member is None and name in self.optional else fields[name].read(member, pointer)",
    ],
  },
  {
    id: "python-quote-short",
    kind: "validation",
    severity: "slight",
    what: "A `minLength` in an alternative of `oneOf` isn't checked.",
    replace: ['"text": Text(10, 300)', '"text": Text(0, 300)'],
  },
  {
    id: "python-state-written",
    kind: "validation",
    severity: "grave",
    what: "A member that is `readOnly` is taken from the client: an article is published by creating it.",
    replace: [
      'article = room.add(room.free_slug(content["title"]), content)\n    return',
      'article = room.add(room.free_slug(content["title"]), content)\n    article["state"] = __import__("json").loads(request.data).get("state", "draft")\n    return',
    ],
  },
  {
    id: "python-query-unknown",
    kind: "validation",
    severity: "slight",
    what: "Unknown parameters are ignored instead of refused.",
    replace: ['            raise Problem(400, f"the parameter {name} is unknown")', "            continue"],
  },
  {
    id: "python-long-number-crashes",
    kind: "robustness",
    severity: "slight",
    what: "A very large number crashes: it is read as a float and then made an integer.",
    replace: [
      "        if isinstance(value, float) and value.is_integer():",
      "        if isinstance(value, float) and int(value) == value:",
    ],
  },
  {
    id: "python-scalar-body",
    kind: "robustness",
    severity: "medium",
    what: "A body that is no object crashes.",
    replace: [
      '        if not isinstance(value, dict):\n            raise Invalid(at, "must be an object")\n',
      "",
    ],
  },
  {
    id: "python-answers-ascii",
    kind: "encoding",
    severity: "grave",
    what: "Letters that aren't ASCII come back as question marks.",
    replace: [
      "json.dumps(body, ensure_ascii=True)",
      'json.dumps(body, ensure_ascii=False).encode("ascii", "replace").decode()',
    ],
  },
  {
    id: "python-bad-percent",
    kind: "encoding",
    severity: "slight",
    what: "An invalid percent sequence is taken literally.",
    replace: [
      '    if re.search(r"%(?![0-9A-Fa-f]{2})", text) or not text.isascii():',
      "    if not text.isascii():",
    ],
  },
]);
