#ifndef LIST_H
#define LIST_H
#include <stddef.h>

typedef struct node {
    void *data;
    struct node *next;
} node_t;

typedef struct {
    node_t *head;
    size_t length;
} list_t;

typedef int (*visit_fn)(void *item, void *context);

list_t *list_new(void);
void list_push(list_t *list, void *data);
int list_each(const list_t *list, visit_fn visit, void *context);
void list_free(list_t *list, void (*release)(void *));

static inline int list_empty(const list_t *list) {
    return list->head == NULL;
}
#endif
