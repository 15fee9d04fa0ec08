package proxy

type Counter[K comparable] struct{ n map[K]int }

func (c *Counter[K]) Add(k K) { c.n[k]++ }

func (c *Counter[K]) Top() (best K) {
	each(c.n, func(k K, n int) { best = k })
	return
}

func each[K comparable, V any](m map[K]V, f func(K, V)) {
	for k, v := range m {
		f(k, v)
	}
}

type conn struct{ open bool }

func (c *conn) reset() { c.open = true }

type Pool struct {
	free  chan *conn
	stats struct{ uses Counter[int] }
	make  func() *conn
}

func NewPool(size int) *Pool {
	p := &Pool{free: make(chan *conn, size), make: dial}
	for range size {
		p.Put(p.make())
	}
	return p
}

func dial() *conn { return new(conn) }

func (p *Pool) Get() *conn {
	select {
	case c := <-p.free:
		c.reset()
		p.stats.uses.Add(1)
		return c
	default:
		return p.make()
	}
}

func (p *Pool) Put(c *conn) { p.free <- c }
