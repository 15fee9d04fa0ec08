#include "event.h"
#include "log.h"
#include <stdio.h>

typedef struct {
  int (*open)(const char *path);
  void (*close)(int fd);
} Driver;

static int mem_open(const char *path) { return path ? 1 : 0; }
static void mem_close(int fd) { (void)fd; }
static Driver mem_driver = { mem_open, mem_close };

static int file_open(const char *path) {
  log_error(path);
  return 2;
}
static Driver file_driver = { .open = file_open, .close = NULL };

static void use(Driver *d) {
  int fd = d->open("x");
  if (d->close) d->close(fd);
}

static void on_start(const Event *ev, void *user) {
  printf("%s\n", ev->payload);
  use((Driver *)user);
}

static int show(int index) { return index < 3; }

static void emit(EventBus *bus, int type) {
  Event ev = { type, "hi" };
  bus_publish(bus, &ev);
}

int main(void) {
  EventBus *bus = bus_create();
  bus_subscribe(bus, on_start, &mem_driver);
  emit(bus, 1);
  bus_walk(bus, show);
  use(&file_driver);
  bus_destroy(bus);
  return 0;
}
