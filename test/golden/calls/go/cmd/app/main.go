package main

import (
	"fmt"
	"log"
	"net/http"

	"example.com/shop/notify"
	"example.com/shop/store"
	u "example.com/shop/internal/util"

	"github.com/gorilla/mux"
)

// logger shadows nothing but is a package-level variable of a repository type.
var audit = store.NewAudit("main")

type server struct {
	repo   store.Repository
	mailer *notify.Mailer
	log    *log.Logger
}

func newServer(repo store.Repository, mailer *notify.Mailer) *server {
	return &server{repo: repo, mailer: mailer}
}

func (s *server) routes() http.Handler {
	r := mux.NewRouter()
	r.HandleFunc("/orders", s.handleOrders)
	r.HandleFunc("/health", health)
	return r
}

func (s *server) handleOrders(w http.ResponseWriter, req *http.Request) {
	order, err := s.repo.Find(u.ParseID(req.URL.Path))
	if err != nil {
		s.fail(w, err)
		return
	}
	s.mailer.Send(order.Summary())
	audit.Record("orders")
	fmt.Fprintln(w, order.Total())
}

func (s *server) fail(w http.ResponseWriter, err error) {
	s.log.Println(err)
	http.Error(w, err.Error(), 500)
}

func health(w http.ResponseWriter, req *http.Request) {
	fmt.Fprintln(w, "ok")
}

func main() {
	db, err := store.Open("shop.db")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	srv := newServer(db, notify.New(notify.WithRetries(3), notify.WithSender("a@b")))
	go srv.mailer.Run()
	helper := func() int { return 1 }
	helper()
	if m, ok := store.Wrap(db).(*store.Memory); ok {
		m.Reset()
	}
	total := u.Map([]int{1, 2}, u.Double)
	fmt.Println(total, u.Max(1, 2))
	run := srv.routes
	_ = run()
	_ = http.ListenAndServe(":80", srv.routes())
}
