package main

import (
	"fmt"
	"os"

	"example.com/shop/cart"
	"example.com/shop/pricing"
)

func main() {
	c := cart.New("alice")
	c.Add(cart.Item{SKU: "a1", Price: 300, Qty: 2})
	c.Add(cart.Item{SKU: "b2", Price: 50, Qty: 1})
	rule := pricing.Pick(len(os.Args) > 1)
	total := checkout(c, rule)
	fmt.Println(format(total))
}

func checkout(c *cart.Cart, rule pricing.Rule) int {
	sum := c.Total()
	if err := c.Validate(); err != nil {
		return 0
	}
	return rule.Apply(sum)
}

func format(n int) string {
	return fmt.Sprintf("%d", n)
}
