package jsontext

import (
	"encoding/json"
	"reflect"
	"testing"
)

// The oracle is encoding/json, for all texts without half a surrogate pair.
func FuzzObject(f *testing.F) {
	for _, text := range []string{
		`{}`, ` { "a" : 1 , "token":"x", "b":[{"a":2}] } `, `{"token":1}`, `{"token":1,"a":"\u00e9\ud83d\ude00\"\\\/\b"}`,
		`{"a":1,"token":"}"}`, `{"a":1,"a":2}`, `{"\u0074oken":1,"A":2}`, `[]`, `1`, ``, "{\"a\":\"\xff\"}", "\ufeff{}", `{"a":1}x`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		object, err := Parse(raw)
		if err != nil {
			return
		}
		var expected, rest map[string]any
		if err := json.Unmarshal(raw, &expected); err != nil {
			t.Fatalf("accepted %q: %v", raw, err)
		}
		if hasReplacement(expected) {
			return
		}
		for name, value := range expected {
			if want, isText := value.(string); isText {
				if got, found := object.Text(name); !found || got != want {
					t.Errorf("%q: %q is %q, not %q", raw, name, got, want)
				}
			}
		}
		delete(expected, "token")
		if err := json.Unmarshal(object.Without("token"), &rest); err != nil || !reflect.DeepEqual(rest, expected) {
			t.Errorf("%q without the token is %q", raw, object.Without("token"))
		}
	})
}

func hasReplacement(object map[string]any) bool {
	text, _ := json.Marshal(object)
	for _, letter := range string(text) {
		if letter == '\uFFFD' {
			return true
		}
	}
	return false
}

func TestHalvesOfPairsStayDifferent(t *testing.T) {
	texts := map[string]bool{}
	for _, quoted := range []string{`"\ud800"`, `"\udc00"`, `"\ud801"`, `"\ufffd"`, `"\ud800\udc00"`, `"\ud800\ud800\udc00"`, `"\udc00\ud800"`} {
		texts[Unquote(json.RawMessage(quoted))] = true
	}
	if len(texts) != 7 {
		t.Errorf("only %d different texts", len(texts))
	}
}
