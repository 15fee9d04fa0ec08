package org.lib.util;

import java.util.function.Function;

public final class Result<T> {
    private final T value;
    private final String error;

    private Result(T value, String error) {
        this.value = value;
        this.error = error;
    }

    public static <T> Result<T> success(T value) {
        return new Result<>(value, null);
    }

    public static <T> Result<T> failure(String error) {
        return new Result<>(null, error);
    }

    public <R> Result<R> map(Function<T, R> fn) {
        return isOk() ? success(fn.apply(value)) : failure(error);
    }

    public T orElse(T other) {
        return isOk() ? value : other;
    }

    private boolean isOk() {
        return error == null;
    }
}
