package jsontext

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
)

// Unquote decodes a valid JSON string. encoding/json replaces half a surrogate pair, so two different texts would be equal;
// here it keeps its own value, as three bytes that no other text has.
func Unquote(quoted json.RawMessage) string {
	text := string(quoted[1 : len(quoted)-1])
	var decoded strings.Builder
	for {
		plain, escaped, found := strings.Cut(text, `\`)
		decoded.WriteString(plain)
		if !found {
			return decoded.String()
		}
		if escaped[0] != 'u' {
			decoded.WriteByte(unescape(escaped[0]))
			text = escaped[1:]
			continue
		}
		unit := codeUnit(escaped[1:])
		text = escaped[5:]
		if strings.HasPrefix(text, `\u`) {
			if pair := utf16.DecodeRune(unit, codeUnit(text[2:])); pair != '\uFFFD' {
				decoded.WriteRune(pair)
				text = text[6:]
				continue
			}
		}
		if utf16.IsSurrogate(unit) {
			decoded.Write([]byte{0xE0 | byte(unit>>12), 0x80 | byte(unit>>6)&0x3F, 0x80 | byte(unit)&0x3F})
		} else {
			decoded.WriteRune(unit)
		}
	}
}

func codeUnit(text string) rune {
	unit, _ := strconv.ParseUint(text[:4], 16, 16)
	return rune(unit)
}

func unescape(letter byte) byte {
	switch letter {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return letter
}
