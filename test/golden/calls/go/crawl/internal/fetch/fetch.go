package fetch

import (
	"errors"
	"fmt"
	"net/http"
)

var ErrStatus = errors.New("status")

type Fetcher interface {
	Fetch(url string) (*Page, error)
}

type Logger interface{ Printf(format string, args ...any) }

type Page struct {
	URL  string
	Body []byte
}

func (p *Page) Links() []string { return extract(p.Body) }

func (p Page) String() string { return fmt.Sprintf("%s (%d)", p.URL, p.size()) }

func (p Page) size() int { return len(p.Body) }

type base struct {
	Logger
	name string
}

func (b *base) log(format string, args ...any) {
	b.Printf(b.name+format, args...)
}

type HTTP struct {
	base
	Client *http.Client
	Retry  func(attempt int) bool
}

type Option func(*HTTP)

func WithRetry(retry func(int) bool) Option {
	return func(h *HTTP) { h.Retry = retry }
}

func NewHTTP(l Logger, opts ...Option) *HTTP {
	h := &HTTP{base: base{l, "http"}, Client: http.DefaultClient, Retry: never}
	for _, opt := range opts {
		opt(h)
	}
	return h
}

func never(int) bool { return false }

func (h *HTTP) Fetch(url string) (*Page, error) {
	for attempt := 0; ; attempt++ {
		page, err := h.once(url)
		if err == nil {
			return page, nil
		}
		h.log("failed %s", url)
		if !h.Retry(attempt) {
			return nil, wrap(url, err)
		}
	}
}

func (h *HTTP) once(url string) (*Page, error) {
	resp, err := h.Client.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != 200 {
		return nil, ErrStatus
	}
	return &Page{URL: url}, nil
}

func wrap(url string, err error) error { return fmt.Errorf("%s: %w", url, err) }

func extract(body []byte) []string { return nil }

type Static map[string]*Page

func (s Static) Fetch(url string) (*Page, error) {
	if p, ok := s[url]; ok {
		return p, nil
	}
	return nil, wrap(url, ErrStatus)
}
