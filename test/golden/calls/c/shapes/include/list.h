#ifndef LIST_H
#define LIST_H
#include <stddef.h>

typedef int (*list_cmp)(const void *a, const void *b);
typedef void (*list_free)(void *item);

struct list_node {
    struct list_node *next;
    void *item;
};

struct list {
    struct list_node *head;
    size_t len;
    list_free on_free;
};

#define LIST_FOREACH(l, n) for (struct list_node *n = (l)->head; n; n = n->next)
#define LIST_PUSH(l, item) list_insert((l), 0, (item))

struct list *list_new(list_free on_free);
void list_destroy(struct list *l);
int list_insert(struct list *l, size_t at, void *item);
void list_sort(struct list *l, list_cmp cmp);
static inline size_t list_len(const struct list *l) { return l->len; }

#endif
