package main // Google's library for GitHub in Go.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/google/go-github/github"
)

type question struct {
	ID      string
	Base64  []byte
	Headers [][2]string
	Secrets []string
}

func main() {
	fmt.Println(`{"name":"go-github","version":"48.1.0","language":"Go"}`)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked question
		json.Unmarshal(lines.Bytes(), &asked)
		answer := map[string]string{"id": asked.ID, "result": "accept"}
		headers := http.Header{}
		for _, each := range asked.Headers {
			headers.Add(each[0], each[1])
		}
		signature := headers.Get(github.SHA256SignatureHeader)
		if len(asked.Secrets) > 1 {
			answer["result"], answer["error"] = "skip", "it takes one key"
		} else if err := github.ValidateSignature(signature, asked.Base64, []byte(asked.Secrets[0])); err != nil {
			answer["result"], answer["error"] = "refuse", err.Error()
		}
		text, _ := json.Marshal(answer)
		fmt.Println(string(text))
	}
}
