package main

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"strings"

	"example.com/receiver/jsontext"
)

// Every fault has this one error, so an attacker can't tell bad padding from bad JSON.
var errEncrypted = errors.New("encrypted body")

// decrypt returns the content of the object with `encrypt` alone.
func decrypt(key []byte, body []byte) ([]byte, error) {
	outer, err := jsontext.Parse(body)
	if err != nil || outer.Len() != 1 {
		return nil, errEncrypted
	}
	encoded, isText := outer.Text("encrypt")
	// The decoder would skip line breaks.
	if !isText || strings.ContainsAny(encoded, "\r\n") {
		return nil, errEncrypted
	}
	encrypted, err := base64.StdEncoding.Strict().DecodeString(encoded)
	if err != nil || len(encrypted) < 2*aes.BlockSize || len(encrypted)%aes.BlockSize != 0 {
		return nil, errEncrypted
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, errEncrypted
	}
	content := encrypted[aes.BlockSize:]
	cipher.NewCBCDecrypter(block, encrypted[:aes.BlockSize]).CryptBlocks(content, content)
	return unpad(content)
}

// unpad removes PKCS#7 padding: 1 to 16 bytes, each with their count as its value.
func unpad(content []byte) ([]byte, error) {
	count := int(content[len(content)-1])
	if count < 1 || count > aes.BlockSize {
		return nil, errEncrypted
	}
	rest := len(content) - count
	for _, value := range content[rest:] {
		if int(value) != count {
			return nil, errEncrypted
		}
	}
	return content[:rest], nil
}
