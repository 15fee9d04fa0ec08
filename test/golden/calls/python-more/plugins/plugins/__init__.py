from plugins.registry import Registry, registry, register
