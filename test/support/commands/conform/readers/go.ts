import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Readings, readWith } from "./readings.js";

/** Builds a program of Go's own functions in a folder. What it returns reads each text with them. */
export function buildGoReaders(folder: string): (texts: readonly string[]) => readonly Readings[] {
  const source = join(folder, "readers.go");
  const command = join(folder, "readers");
  writeFileSync(source, program);
  // Without cgo, no C compiler is needed.
  const env = { ...process.env, CGO_ENABLED: "0" };
  const { status, stderr } = spawnSync("go", ["build", "-o", command, source], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`go build failed: ${stderr}`);
  return (texts) => readWith({ command, args: [] }, texts);
}

const program = `package main

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"mime"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

func number(value int64, err error) (string, error) { return strconv.FormatInt(value, 10), err }

var readers = map[string]func(string) (string, error){
	"Atoi":            func(text string) (string, error) { n, err := strconv.Atoi(text); return number(int64(n), err) },
	"ParseInt with a prefix": func(text string) (string, error) { return number(strconv.ParseInt(text, 0, 64)) },
	"Sscanf":          func(text string) (string, error) { var n int64; _, err := fmt.Sscanf(text, "%d", &n); return number(n, err) },
	"Sscan":           func(text string) (string, error) { var n int64; _, err := fmt.Sscan(text, &n); return number(n, err) },
	"ParseFloat":      func(text string) (string, error) { n, err := strconv.ParseFloat(text, 64); return strconv.FormatFloat(n, 'f', -1, 64), err },
	"TrimSpace":       func(text string) (string, error) { return strings.TrimSpace(text), nil },
	"Fields":          func(text string) (string, error) { return strings.Fields(text)[0], nil },
	"QueryUnescape":   url.QueryUnescape,
	"PathUnescape":    url.PathUnescape,
	"UnescapeString":  func(text string) (string, error) { return html.UnescapeString(text), nil },
	"ParseMediaType":  func(text string) (string, error) { name, _, err := mime.ParseMediaType(text); return name, err },
	"WordDecoder":     func(text string) (string, error) { return new(mime.WordDecoder).DecodeHeader(text) },
	"EqualFold":       func(text string) (string, error) { return strings.ToLower(text), nil },
	"Base64":          func(text string) (string, error) { out, err := base64.StdEncoding.DecodeString(text); return string(out), err },
	"Hex":             func(text string) (string, error) { out, err := hex.DecodeString(text); return string(out), err },
	"Unquote":         strconv.Unquote,
	"RFC3339":         func(text string) (string, error) { t, err := time.Parse(time.RFC3339, text); return strconv.FormatInt(t.UnixMilli(), 10), err },
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var text string
		if json.Unmarshal(lines.Bytes(), &text) != nil {
			os.Exit(1)
		}
		found := map[string]string{}
		for name, read := range readers {
			if value, err := read(text); err == nil {
				found[name] = value
			}
		}
		out, _ := json.Marshal(found)
		fmt.Println(string(out))
	}
}
`;
