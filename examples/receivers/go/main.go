// A receiver of the platform's webhooks that needs only Go's standard library. It keeps everything in memory.
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	config, err := configFromEnvironment(os.Getenv)
	flag.StringVar(&config.Application, "application", "", "id of the Application (required)")
	flag.StringVar(&config.Environment, "environment", "", "sandbox or production (required)")
	flag.StringVar(&config.Organization, "organization", "", "accept only this Organization's events")
	flag.StringVar(&config.Product, "product", "", "accept only this product's events")
	port := flag.Int("port", 8080, "port of 127.0.0.1 for the platform's requests")
	probePort := flag.Int("probe-port", -1, "port of 127.0.0.1 for the probe; for tests only (default: no probe)")
	flag.Parse()
	if err == nil {
		err = config.check(flag.Args())
	}
	if err != nil {
		fail(err)
	}

	journal := newJournal(os.Stderr)
	inbox := newInbox()
	nonces := newNonces(time.Now)
	resources := newResources(inbox)
	receiver := &Receiver{Config: config, Inbox: inbox, Nonces: nonces, Journal: journal, Now: time.Now}

	go resources.run()
	if *probePort >= 0 {
		probe := &Probe{Inbox: inbox, Nonces: nonces, Resources: resources, Journal: journal}
		listener := listen(*probePort, "probe on")
		go serve(listener, probe)
	}
	serve(listen(*port, "listening on"), receiver)
}

// listen opens the port of 127.0.0.1, or a free one if it is 0, and prints the address.
func listen(port int, what string) net.Listener {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		fail(err)
	}
	fmt.Printf("%s http://%s\n", what, listener.Addr())
	return listener
}

// serve returns only by ending the program.
func serve(listener net.Listener, handler http.Handler) {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       bodyDeadline,
		WriteTimeout:      bodyDeadline + callbackDeadline + 5*time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
	fail(server.Serve(listener))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "receiver:", err)
	os.Exit(2)
}
