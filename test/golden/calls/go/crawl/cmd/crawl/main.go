package main

import (
	"log"
	"os"

	"example.com/crawl/internal/fetch"
	q "example.com/crawl/internal/queue"
)

type crawler struct {
	fetcher fetch.Fetcher
	seen    map[string]bool
	pending *q.Queue[string]
	visit   func(*fetch.Page)
}

func newCrawler(f fetch.Fetcher) *crawler {
	c := &crawler{fetcher: f, seen: map[string]bool{}, pending: q.New[string]()}
	c.visit = c.collect
	return c
}

func (c *crawler) run(start string) int {
	c.pending.Push(start)
	for {
		url, ok := c.pending.Pop()
		if !ok {
			break
		}
		if c.seen[url] {
			continue
		}
		c.handle(url)
	}
	return len(c.seen)
}

func (c *crawler) handle(url string) {
	page, err := c.fetcher.Fetch(url)
	if err != nil {
		fail(err)
		return
	}
	c.visit(page)
}

func (c *crawler) collect(page *fetch.Page) {
	for _, link := range page.Links() {
		c.pending.Push(link)
	}
	lengths := q.Map(c.pending, length)
	if !lengths.Empty() {
		log.Println(page.String())
	}
}

func length(s string) int { return len(s) }

func fail(err error) {
	log.Fatal(err)
}

func init() {
	log.SetFlags(0)
}

func main() {
	f := fetch.NewHTTP(log.Default(), fetch.WithRetry(func(n int) bool { return n < limit() }))
	c := newCrawler(f)
	func() {
		defer done()
		c.run(os.Args[1])
	}()
	go newCrawler(fetch.Static{}).run("x")
}

func limit() int { return 3 }

func done() { log.Println("done") }
