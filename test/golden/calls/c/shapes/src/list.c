#include "list.h"
#include "mem.h"

static struct list_node *node_at(struct list *l, size_t at);
static void node_free(struct list *l, struct list_node *n)
{
    if (l->on_free)
        l->on_free(n->item);
    mem_free(n);
}

struct list *list_new(list_free on_free)
{
    struct list *l = mem_alloc(sizeof(*l));
    l->on_free = on_free;
    return l;
}

void list_destroy(struct list *l)
{
    struct list_node *n = l->head;
    while (n) {
        struct list_node *next = n->next;
        node_free(l, n);
        n = next;
    }
    mem_free(l);
}

static struct list_node *node_at(struct list *l, size_t at)
{
    size_t i = 0;
    LIST_FOREACH(l, n) {
        if (i++ == at)
            return n;
    }
    return NULL;
}

int list_insert(struct list *l, size_t at, void *item)
{
    struct list_node *n = MEM_NEW(struct list_node);
    if (!n)
        return -1;
    n->item = item;
    if (at == 0) {
        n->next = l->head;
        l->head = n;
    } else {
        struct list_node *prev = node_at(l, at - 1);
        n->next = prev->next;
        prev->next = n;
    }
    l->len++;
    return 0;
}

void list_sort(struct list *l, list_cmp cmp)
{
    for (struct list_node *a = l->head; a; a = a->next)
        for (struct list_node *b = a->next; b; b = b->next)
            if (cmp(a->item, b->item) > 0) {
                void *t = a->item;
                a->item = b->item;
                b->item = t;
            }
}
