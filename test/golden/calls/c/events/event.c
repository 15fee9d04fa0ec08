#include "event.h"
#include "log.h"
#include <stdlib.h>

static int is_full(const EventBus *bus) { return bus->count >= MAX_HANDLERS; }

EventBus *bus_create(void) {
  EventBus *bus = calloc(1, sizeof(EventBus));
  if (!bus) log_error("no memory");
  return bus;
}

int bus_subscribe(EventBus *bus, EventHandler handler, void *user) {
  if (is_full(bus)) {
    log_error("full");
    return -1;
  }
  bus->handlers[bus->count] = handler;
  bus->users[bus->count++] = user;
  return 0;
}

void bus_publish(EventBus *bus, const Event *ev) {
  LOG_DEBUG("publish");
  for (int i = 0; i < bus->count; i++)
    bus->handlers[i](ev, bus->users[i]);
}

void bus_walk(EventBus *bus, int (*fn)(int index)) {
  for (int i = 0; i < bus->count; i++)
    if (!fn(i)) break;
}

void bus_destroy(EventBus *bus) { free(bus); }
