package main

import (
	"fmt"
	"net/http"
	"os"
	"time"

	"example.com/gateway/auth"
	clk "example.com/gateway/internal/clock"
	"example.com/gateway/proxy"
)

type server struct {
	mux    *http.ServeMux
	guard  auth.Verifier
	pool   *proxy.Pool
	routes map[string]proxy.Handler
	onStop []func()
}

func newServer(opts ...option) *server {
	s := &server{mux: http.NewServeMux(), routes: make(map[string]proxy.Handler)}
	for _, opt := range opts {
		opt(s)
	}
	return s
}

type option func(*server)

func withGuard(v auth.Verifier) option {
	return func(s *server) { s.guard = v }
}

func withPool(size int) option {
	return func(s *server) { s.pool = proxy.NewPool(size) }
}

func (s *server) mount(path string, h proxy.Handler) *server {
	s.routes[path] = proxy.Chain(h, s.logged, proxy.Recover)
	return s
}

func (s *server) logged(next proxy.Handler) proxy.Handler {
	return proxy.HandlerFunc(func(r *proxy.Request) error {
		start := clk.Now()
		defer s.trace(start)
		return next.Handle(r)
	})
}

func (s *server) trace(start time.Time) {
	fmt.Println(clk.Since(start))
}

func (s *server) dispatch(r *proxy.Request) error {
	if err := s.guard.Verify(r.Token()); err != nil {
		return err
	}
	h, ok := s.routes[r.Path]
	if !ok {
		return notFound(r.Path)
	}
	conn := s.pool.Get()
	defer s.pool.Put(conn)
	return h.Handle(r)
}

func (s *server) stop() {
	for _, f := range s.onStop {
		f()
	}
}

func notFound(path string) error { return fmt.Errorf("no route %s", path) }

func health(r *proxy.Request) error { return nil }

func main() {
	tok := auth.NewTokens(os.Getenv("KEY"))
	s := newServer(withGuard(tok), withPool(4))
	s.mount("/health", proxy.HandlerFunc(health)).mount("/echo", &proxy.Echo{})
	s.onStop = append(s.onStop, tok.Flush)
	defer s.stop()
	go func() {
		tok.Rotate()
	}()
	if err := s.dispatch(&proxy.Request{Path: "/echo"}); err != nil {
		var denied *auth.Denied
		if d, ok := err.(*auth.Denied); ok {
			denied = d
		}
		fmt.Println(denied.Reason())
	}
}
