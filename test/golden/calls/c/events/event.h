#ifndef EVENT_H
#define EVENT_H
#define MAX_HANDLERS 16
typedef struct event {
  int type;
  const char *payload;
} Event;
typedef void (*EventHandler)(const Event *ev, void *user);
typedef struct {
  EventHandler handlers[MAX_HANDLERS];
  void *users[MAX_HANDLERS];
  int count;
} EventBus;
EventBus *bus_create(void);
int bus_subscribe(EventBus *bus, EventHandler handler, void *user);
void bus_publish(EventBus *bus, const Event *ev);
void bus_destroy(EventBus *bus);
void bus_walk(EventBus *bus, int (*fn)(int index));
#endif
