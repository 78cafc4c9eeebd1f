import { type Readings, readWith } from "./readings.js";

/** What Python's own functions read from each text; one that refuses it is absent. */
export const readInPython = (texts: readonly string[]): readonly Readings[] =>
  readWith({ command: "python3", args: ["-B", "-c", program] }, texts);

const program = `
import base64, binascii, datetime, email.header, email.utils, html, json, quopri, re, shlex, sys, unicodedata, urllib.parse
readers = {
    "int": lambda text: int(text),
    "int with a prefix": lambda text: int(text, 0),
    "int in base 8": lambda text: int(text, 8),
    "float": lambda text: float(text),
    "int after strip": lambda text: int(text.strip()),
    "search of digits": lambda text: int(re.search(r"\\d+", text).group()),
    "unquote": urllib.parse.unquote,
    "unquote_plus": urllib.parse.unquote_plus,
    "unescape": html.unescape,
    "strip": lambda text: text.strip(),
    "split": lambda text: text.split()[0],
    "lower": lambda text: text.lower(),
    "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "to ASCII": lambda text: unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode(),
    "b64decode": lambda text: base64.b64decode(text).decode(),
    "unhexlify": lambda text: binascii.unhexlify(text).decode(),
    "json": lambda text: json.loads(text),
    "email.utils.unquote": email.utils.unquote,
    "email.header": lambda text: str(email.header.make_header(email.header.decode_header(text))),
    "email.utils.collapse_rfc2231_value": lambda text: email.utils.collapse_rfc2231_value(email.utils.decode_rfc2231(text)),
    "fromisoformat": lambda text: utc(datetime.datetime.fromisoformat(text)),
    "strptime": lambda text: utc(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z")),
}
def utc(time):
    return (time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)).timestamp()
for line in sys.stdin:
    text = json.loads(line)
    found = {}
    for name, read in readers.items():
        try:
            value = read(text)
            if isinstance(value, (int, float, str)) and not isinstance(value, bool):
                found[name] = str(value)
        except Exception:
            pass
    print(json.dumps(found))
`;
