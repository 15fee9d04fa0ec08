package cart

import "fmt"

type predicate func(Item) bool

func check(items []Item, ok predicate) error {
	for _, it := range items {
		if !ok(it) {
			return fail(it)
		}
	}
	return nil
}

func fail(it Item) error {
	return fmt.Errorf("bad item %s", it.SKU)
}

func positive(i Item) bool { return i.Price > 0 }
