package notify

import "time"

type Option func(*Mailer)

type Mailer struct {
	retries int
	sender  string
	backend Backend
	queue   chan string
}

type Backend interface {
	Deliver(text string) error
}

type Backends []Backend

func WithRetries(n int) Option {
	return func(m *Mailer) { m.setRetries(n) }
}

func WithSender(s string) Option {
	return func(m *Mailer) { m.sender = clean(s) }
}

func clean(s string) string { return s }

func (m *Mailer) setRetries(n int) { m.retries = n }

func New(options ...Option) *Mailer {
	m := &Mailer{backend: smtp{host: "localhost"}}
	for _, option := range options {
		option(m)
	}
	return m
}

func (m *Mailer) Send(text string) {
	if err := m.backend.Deliver(text); err != nil {
		m.retry(text)
	}
}

func (m *Mailer) retry(text string) {
	time.AfterFunc(time.Second, m.Run)
}

func (m *Mailer) Run() {
	for text := range m.queue {
		m.Send(text)
	}
}

func (bs Backends) Deliver(text string) error {
	for _, b := range bs {
		if err := b.Deliver(text); err != nil {
			return err
		}
	}
	return nil
}
