package com.fsm;

final class Log {
    static void info(String m) { write("info", m); }

    static void warn(String m) { warn(m, 0); }

    static void warn(String m, int level) { write("warn" + level, m); }

    static String join(String... parts) { return String.join(":", parts); }

    private static void write(String kind, String m) { System.err.println(kind + m); }
}
