package io.quipu.tools.cli;

import org.jspecify.annotations.Nullable;

/** The query behind the path of a request. */
final class Query {
  private final StringBuilder text = new StringBuilder();

  /** One parameter more, unless there is no value. */
  Query with(String name, @Nullable String value) {
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
