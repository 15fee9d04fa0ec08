package bus

type counter struct{ n int }

func (c *counter) inc() { c.n++ }

type Metrics struct {
	counters map[string]*counter
	total    counter
}

func newMetrics() *Metrics {
	return &Metrics{counters: map[string]*counter{}}
}

func (m *Metrics) Count(name string) {
	m.total.inc()
	m.get(name).inc()
}

func (m *Metrics) get(name string) *counter {
	c, ok := m.counters[name]
	if !ok {
		c = &counter{}
		m.counters[name] = c
	}
	return c
}
