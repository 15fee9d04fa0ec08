package queue

import "sync"

type Item[T any] struct {
	Value T
	next  *Item[T]
}

type Queue[T any] struct {
	mu   sync.Mutex
	head *Item[T]
	size int
}

func New[T any]() *Queue[T] {
	return &Queue[T]{}
}

func (q *Queue[T]) Push(v T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.head = newItem(v, q.head)
	q.grow(1)
}

func (q *Queue[T]) Pop() (T, bool) {
	var zero T
	if q.Empty() {
		return zero, false
	}
	item := q.head
	q.head = item.next
	q.grow(-1)
	return item.Value, true
}

func (q *Queue[T]) Empty() bool { return q.size == 0 }

func (q *Queue[T]) grow(n int) { q.size += n }

func newItem[T any](v T, next *Item[T]) *Item[T] {
	return &Item[T]{Value: v, next: next}
}

func Map[A, B any](q *Queue[A], f func(A) B) *Queue[B] {
	out := New[B]()
	for !q.Empty() {
		if v, ok := q.Pop(); ok {
			out.Push(f(v))
		}
	}
	return out
}
