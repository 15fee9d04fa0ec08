package store

import "strings"

type Cache struct {
	size int
	m    map[int]*Order
}

func NewCache(size int) *Cache {
	c := new(Cache)
	c.init(size)
	return c
}

func (c *Cache) init(size int) { c.size = size }

func (c *Cache) Get(id int) *Order { return c.m[id] }

func (c *Cache) Put(o *Order) *Cache {
	c.m[o.ID] = o
	return c
}

func (c *Cache) Flush() error { return nil }

func (c *Cache) Warm(a, b *Order) {
	c.Put(a).Put(b).Flush()
}

type Audit struct{ name string }

func NewAudit(name string) *Audit { return &Audit{name: name} }

func (a *Audit) Record(what string) {
	_ = strings.ToUpper(format(nil)) + what
}

func format(o *Order) string { return "" }
