def clean(s):
    return strip_all(s).lower()


def strip_all(s):
    return s.strip()


def money(n):
    return "$%d" % n
