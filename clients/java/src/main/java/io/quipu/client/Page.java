package io.quipu.client;

import java.util.List;
import java.util.function.Function;

/**
 * A page of a list.
 *
 * @param next where the next page begins; null on the last
 */
record Page<T>(List<T> entries, @Nullable String next) {
  /** Reads a page, whose entries are objects. */
  static <T> Page<T> read(HttpAnswer answer, String member, Function<JsonObject, T> entry) {
    JsonObject body = JsonReader.object(answer.body());
    return new Page<>(body.objects(member).stream().map(entry).toList(), body.textOrNull("next"));
  }
}
