package bus

type Stack[T any] struct{ items []T }

func NewStack[T any]() *Stack[T] { return &Stack[T]{} }

func (s *Stack[T]) Push(v T) { s.items = append(s.items, v) }

func (s *Stack[T]) Pop() T {
	v := s.items[s.Len()-1]
	s.items = s.items[:s.Len()-1]
	return v
}

func (s *Stack[T]) Len() int { return len(s.items) }

func (s *Stack[T]) Name() string { return "stack" }

func Map[T, U any](in []T, f func(T) U) []U {
	var out []U
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}
