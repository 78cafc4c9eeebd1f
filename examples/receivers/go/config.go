package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
)

// Config is what the platform's console shows for this Application and its webhook endpoint.
type Config struct {
	Secrets      [][]byte // the current one, then the previous one if there is one
	Token        []byte
	AESKey       []byte // nil: encryption is off
	Application  string
	Environment  string
	Organization string // empty: not compared
	Product      string // empty: not compared
}

// configFromEnvironment reads the credentials, which must not be visible in the list of processes.
func configFromEnvironment(variable func(string) string) (Config, error) {
	secret, previous := variable("WEBHOOK_SECRET"), variable("WEBHOOK_PREVIOUS_SECRET")
	config := Config{Secrets: [][]byte{[]byte(secret)}, Token: []byte(variable("WEBHOOK_VERIFICATION_TOKEN"))}
	if previous != "" {
		config.Secrets = append(config.Secrets, []byte(previous))
	}
	if encryptKey := variable("WEBHOOK_ENCRYPT_KEY"); encryptKey != "" {
		key := sha256.Sum256([]byte(encryptKey))
		config.AESKey = key[:]
	}
	if secret == "" || len(config.Token) == 0 {
		return config, errors.New("set WEBHOOK_SECRET and WEBHOOK_VERIFICATION_TOKEN")
	}
	return config, nil
}

func (config Config) check(arguments []string) error {
	if len(arguments) > 0 {
		return fmt.Errorf("unexpected argument %q", arguments[0])
	}
	if config.Application == "" {
		return errors.New("--application is required")
	}
	if !environments[config.Environment] {
		return errors.New("--environment must be sandbox or production")
	}
	return nil
}
