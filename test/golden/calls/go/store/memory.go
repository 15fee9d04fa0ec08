package store

type Memory struct {
	orders map[int]*Order
}

var _ Repository = (*Memory)(nil)

func (m *Memory) Find(id int) (*Order, error) {
	o, ok := m.orders[id]
	if !ok {
		return nil, ErrMissing
	}
	return o, nil
}

func (m *Memory) Save(o *Order) error {
	m.orders[o.ID] = o
	return nil
}

func (m *Memory) Reset() { m.orders = map[int]*Order{} }

func Wrap(r Repository) Repository {
	return r
}

// Copy moves everything; both sides are dispatched.
func Copy(from, to Repository, ids []int) error {
	for _, id := range ids {
		o, err := from.Find(id)
		if err != nil {
			return err
		}
		if err := to.Save(o); err != nil {
			return err
		}
	}
	return nil
}
