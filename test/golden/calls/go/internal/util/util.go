// Package util has small helpers.
package util

import "strconv"

func ParseID(path string) int {
	id, _ := strconv.Atoi(trim(path))
	return id
}

func trim(s string) string { return s }

func Double(x int) int { return x * 2 }

func Map[T any, R any](items []T, f func(T) R) []R {
	out := make([]R, 0, len(items))
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}

func Max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
