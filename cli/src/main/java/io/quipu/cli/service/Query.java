package io.quipu.cli.service;

import org.jspecify.annotations.Nullable;

/** The query string of a request. */
public final class Query {
  private final StringBuilder text = new StringBuilder();

  /** Adds a parameter, unless its value is null. */
  public Query with(String name, @Nullable String value) {
    if (value != null) {
      text.append(text.isEmpty() ? '?' : '&')
          .append(name)
          .append('=')
          .append(Service.segment(value));
    }
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
