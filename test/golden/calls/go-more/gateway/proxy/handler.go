package proxy

type Request struct {
	Path   string
	header Header
}

type Header map[string][]string

func (h Header) First(key string) string {
	if v := h[normal(key)]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func normal(key string) string { return key }

func (r *Request) Token() string { return r.header.First("token") }

type Handler interface {
	Handle(r *Request) error
}

type HandlerFunc func(r *Request) error

func (f HandlerFunc) Handle(r *Request) error { return f(r) }

type Middleware = func(Handler) Handler

func Chain(h Handler, ms ...Middleware) Handler {
	for i := len(ms) - 1; i >= 0; i-- {
		h = ms[i](h)
	}
	return h
}

func Recover(next Handler) Handler {
	return HandlerFunc(func(r *Request) (err error) {
		defer func() {
			if v := recover(); v != nil {
				err = wrap(v)
			}
		}()
		return next.Handle(r)
	})
}

func wrap(v any) error { return nil }

type Echo struct{ seen Counter[string] }

func (e *Echo) Handle(r *Request) error {
	e.seen.Add(r.Path)
	return nil
}
