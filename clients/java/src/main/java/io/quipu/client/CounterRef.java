package io.quipu.client;

import java.util.Objects;

/**
 * Which counter.
 *
 * @param namespace where it is
 * @param counter its name
 */
public record CounterRef(String namespace, String counter) {
  public CounterRef {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(counter, "counter");
  }
}
