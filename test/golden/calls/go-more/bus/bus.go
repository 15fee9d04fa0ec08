package bus

import "sync"

type Handler func(Event)

type Event interface {
	Name() string
}

type Bus struct {
	mu       sync.Mutex
	handlers map[string][]Handler
	metrics  *Metrics
}

type Option func(*Bus)

func WithMetrics(m *Metrics) Option {
	return func(b *Bus) { b.metrics = m }
}

func NewBus(opts ...Option) *Bus {
	b := &Bus{handlers: map[string][]Handler{}, metrics: newMetrics()}
	for _, opt := range opts {
		opt(b)
	}
	return b
}

func (b *Bus) On(name string, h Handler) *Bus {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers[name] = append(b.handlers[name], h)
	return b
}

func (b *Bus) Emit(ev Event) {
	defer b.metrics.Count(ev.Name())
	for _, h := range b.lookup(ev.Name()) {
		h(ev)
	}
}

func (b *Bus) lookup(name string) []Handler {
	return b.handlers[name]
}
