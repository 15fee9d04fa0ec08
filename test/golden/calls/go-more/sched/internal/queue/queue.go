package queue

import "errors"

var ErrEmpty = errors.New("empty")

type node[T any] struct {
	value T
	next  *node[T]
}

func (n *node[T]) last() *node[T] {
	if n.next == nil {
		return n
	}
	return n.next.last()
}

type Queue[T any] struct {
	head *node[T]
	size int
}

func New[T any](size int) *Queue[T] { return &Queue[T]{size: size} }

func (q *Queue[T]) Push(v T) {
	if q.Empty() {
		q.head = &node[T]{value: v}
		return
	}
	q.head.last().next = &node[T]{value: v}
}

func (q *Queue[T]) Pop() (T, error) {
	var zero T
	if q.Empty() {
		return zero, ErrEmpty
	}
	v := q.head.value
	q.head = q.head.next
	return v, nil
}

func (q *Queue[T]) Empty() bool { return q.head == nil }
