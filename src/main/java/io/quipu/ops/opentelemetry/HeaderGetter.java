package io.quipu.ops.opentelemetry;

import io.opentelemetry.context.propagation.TextMapGetter;
import io.quipu.ops.trace.Tracing.Headers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the headers of a request. */
enum HeaderGetter implements TextMapGetter<Headers> {
  INSTANCE;

  /** Returns no names, because the W3C propagator asks only for headers that it knows by name. */
  @Override
  public Iterable<String> keys(Headers headers) {
    return List.of();
  }

  @Override
  public @Nullable String get(@Nullable Headers headers, String name) {
    return headers == null ? null : headers.get(name);
  }
}
