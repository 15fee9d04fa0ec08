package main

// helper is shadowed by a local in main.
func helper() int {
	return describe(nil)
}

func describe(o interface{ Total() int }) int {
	switch v := o.(type) {
	case nil:
		return 0
	default:
		return v.Total()
	}
}
