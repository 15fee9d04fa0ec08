package auth

import "sync"

type Verifier interface {
	Verify(token string) error
}

type Denied struct{ code int }

func (d *Denied) Error() string { return d.Reason() }

func (d *Denied) Reason() string { return text(d.code) }

func text(code int) string { return "denied" }

type Tokens struct {
	sync.Mutex
	key   string
	cache map[string]bool
}

func NewTokens(key string) *Tokens {
	return &Tokens{key: key, cache: map[string]bool{}}
}

func (t *Tokens) Verify(token string) error {
	t.Lock()
	defer t.Unlock()
	if !t.check(token) {
		return deny(403)
	}
	return nil
}

func (t *Tokens) check(token string) bool {
	if ok, seen := t.cache[token]; seen {
		return ok
	}
	return sign(t.key) == token
}

func (t *Tokens) Rotate() {
	t.key = sign(t.key)
	t.Flush()
}

func (t *Tokens) Flush() { clear(t.cache) }

func sign(key string) string { return key + "!" }

func deny(code int) *Denied { return &Denied{code} }

type AllowAll struct{}

func (AllowAll) Verify(string) error { return nil }
