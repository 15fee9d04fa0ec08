package org.lib;

import org.lib.catalog.Catalog;
import org.lib.catalog.Item;
import org.lib.catalog.Book;
import org.lib.members.Member;
import org.lib.members.MemberService;
import org.lib.util.Result;

import java.util.Optional;
import java.util.concurrent.Callable;

public class Library {
    private final Catalog catalog;
    private final MemberService members = MemberService.getInstance();
    private final EventLog log = new EventLog(100);

    public Library(Catalog catalog) {
        this.catalog = catalog;
    }

    public Result<Item> lend(String isbn, String memberId) {
        Optional<Member> member = members.lookup(memberId);
        if (member.isEmpty()) {
            return Result.failure("no member");
        }
        Item item = catalog.get(isbn);
        if (item instanceof Book book) {
            book.stamp();
        }
        member.get().borrow(item);
        log.add(this::describe);
        return Result.success(item);
    }

    public String summary(String isbn) {
        return lend(isbn, "guest")
            .map(i -> i.title())
            .orElse(fallback());
    }

    private String describe() {
        return "lent";
    }

    private static String fallback() {
        return "none";
    }

    public static void main(String[] args) throws Exception {
        Catalog c = new Catalog();
        c.add(new Book("1", "Dune"), 2);
        c.add(new Item("2") {
            @Override
            public String title() {
                return Library.fallback();
            }
        });
        Library lib = new Library(c);
        System.out.println(lib.summary("1"));
        for (var entry : c.all()) {
            entry.print();
        }
        switch (c.get("1")) {
            case Book b -> b.stamp();
            default -> c.clear();
        }
        Runnable r = c::clear;
        r.run();
    }

    static class EventLog {
        private final int max;

        EventLog(int max) {
            this.max = max;
        }

        void add(java.util.function.Supplier<String> message) {
            write(message.get());
        }

        private void write(String m) { }
    }
}
