package store

import (
	"errors"
	"sync"
)

// Repository is implemented by SQL and Memory.
type Repository interface {
	Find(id int) (*Order, error)
	Save(o *Order) error
}

type Order struct {
	ID    int
	Lines []Line
	meta
}

type Line struct{ Price int }

func (l Line) Amount() int { return l.Price }

type meta struct{ tags map[string]string }

func (m *meta) Tag(k, v string) { m.tags[k] = v }

func (o *Order) Total() int {
	sum := 0
	for _, line := range o.Lines {
		sum += line.Amount()
	}
	return sum
}

func (o *Order) Summary() string {
	o.Tag("seen", "yes")
	return format(o)
}

var ErrMissing = errors.New("missing")

type base struct {
	mu    sync.Mutex
	cache *Cache
}

func (b *base) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.cache.Flush()
}

type SQL struct {
	base
	path string
}

func Open(path string) (*SQL, error) {
	db := &SQL{path: path}
	db.cache = NewCache(16)
	if err := db.migrate(); err != nil {
		return nil, err
	}
	return db, nil
}

func (s *SQL) migrate() error { return nil }

func (s *SQL) Find(id int) (*Order, error) {
	if o := s.cache.Get(id); o != nil {
		return o, nil
	}
	return s.load(id)
}

func (s *SQL) load(id int) (*Order, error) { return nil, ErrMissing }

func (s *SQL) Save(o *Order) error {
	s.cache.Put(o)
	return s.Close()
}
