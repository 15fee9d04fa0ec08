package store

import "testing"

func format2() string { return format(nil) }

func TestCache(t *testing.T) {
	c := NewCache(1)
	c.Put(&Order{})
	if c.Get(1) == nil {
		t.Fatal(format2())
	}
}
