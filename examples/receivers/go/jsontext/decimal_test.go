package jsontext

import (
	"encoding/json"
	"math/big"
	"math/rand"
	"strconv"
	"testing"
)

// The oracle is math/big.
func TestIntegerIsTheExactInteger(t *testing.T) {
	limit := new(big.Rat).SetInt64(MaxInteger)
	random := rand.New(rand.NewSource(1))
	for round := 0; round < 20_000; round++ {
		text := randomNumber(random)
		value, _ := new(big.Rat).SetString(text)
		expected := value.IsInt() && value.Sign() > 0 && value.Cmp(limit) <= 0
		integer, valid := Integer(json.RawMessage(text))
		if valid != expected || valid && value.Cmp(new(big.Rat).SetInt64(integer)) != 0 {
			t.Fatalf("%s: got %d, %v", text, integer, valid)
		}
	}
}

func TestIntegerRefusesOtherValues(t *testing.T) {
	for _, text := range []string{`"1"`, `true`, `null`, `[1]`, `{}`, `1e9999999999`, `1e-999999999`, `0e5`, `9007199254740992`} {
		if integer, valid := Integer(json.RawMessage(text)); valid {
			t.Errorf("%s: got %d", text, integer)
		}
	}
}

func randomNumber(random *rand.Rand) string {
	digits := []string{"0", "1", "10", "120", "9007199254740991", "9007199254740992", "9007199254740993", strconv.Itoa(random.Intn(1_000))}
	text := digits[random.Intn(len(digits))]
	if random.Intn(2) == 0 {
		text += []string{".0", ".5", ".000", ".25", ".10"}[random.Intn(5)]
	}
	if random.Intn(2) == 0 {
		text += []string{"e", "E", "e+", "e-", "e-0"}[random.Intn(5)] + strconv.Itoa(random.Intn(20))
	}
	if random.Intn(8) == 0 {
		text = "-" + text
	}
	return text
}
