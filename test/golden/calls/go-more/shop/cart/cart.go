package cart

import "errors"

type Item struct {
	SKU   string
	Price int
	Qty   int
}

func (i Item) Subtotal() int { return i.Price * i.Qty }

type base struct {
	owner string
	log   []string
}

func (b *base) note(s string) { b.log = append(b.log, s) }

func (b *base) Owner() string { return b.owner }

type Cart struct {
	base
	items []Item
	index map[string]*Item
}

func New(owner string) *Cart {
	c := &Cart{base: base{owner: owner}}
	c.reset()
	return c
}

func (c *Cart) reset() {
	c.items = nil
	c.index = make(map[string]*Item)
}

func (c *Cart) Add(it Item) {
	c.note("add " + it.SKU)
	c.items = append(c.items, it)
	c.index[it.SKU] = &it
}

func (c *Cart) Total() int {
	sum := 0
	for _, it := range c.items {
		sum += it.Subtotal()
	}
	return sum
}

func (c *Cart) Find(sku string) (*Item, bool) {
	it, ok := c.index[sku]
	return it, ok
}

func (c *Cart) PriceOf(sku string) int {
	if it, ok := c.Find(sku); ok {
		return it.Subtotal()
	}
	return c.index[sku].Subtotal()
}

func (c *Cart) Validate() error {
	if c.Owner() == "" {
		return errors.New("no owner")
	}
	return check(c.items, func(i Item) bool { return positive(i) })
}
