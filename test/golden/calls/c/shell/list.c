#include <stdlib.h>
#include "list.h"

static node_t *make_node(void *data) {
    node_t *n = malloc(sizeof *n);
    n->data = data;
    n->next = NULL;
    return n;
}

list_t *list_new(void) {
    return calloc(1, sizeof(list_t));
}

void list_push(list_t *list, void *data) {
    node_t *n = make_node(data);
    n->next = list->head;
    list->head = n;
    list->length++;
}

int list_each(const list_t *list, visit_fn visit, void *context) {
    for (node_t *n = list->head; n; n = n->next) {
        int rc = visit(n->data, context);
        if (rc)
            return rc;
    }
    return 0;
}

void list_free(list_t *list, void (*release)(void *)) {
    if (list_empty(list)) {
        free(list);
        return;
    }
    for (node_t *n = list->head; n;) {
        node_t *next = n->next;
        release(n->data);
        free(n);
        n = next;
    }
    free(list);
}
