package io.quipu.client;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The bounds of a key.
 *
 * @param scopes rights and namespaces, such as {@code record:votes} or {@code read:*}
 * @param name what people call it; null for no name
 * @param prefix only counters whose names begin so; null for all
 * @param deltaOne whether only events of delta 1 may be recorded
 * @param origins pages that may use it, besides those that may use any
 * @param rate tokens a second, on each instance: an event costs 1, a ranking 10; null if the
 *     service decides
 * @param expires when it ends by itself; null for never
 */
public record KeySettings(
    List<String> scopes,
    @Nullable String name,
    @Nullable String prefix,
    boolean deltaOne,
    List<String> origins,
    @Nullable Integer rate,
    @Nullable Instant expires) {
  public KeySettings {
    scopes = List.copyOf(scopes);
    origins = List.copyOf(origins);
  }

  /** A key with some scopes and a name, without other bounds. */
  public static KeySettings of(@Nullable String name, String... scopes) {
    return new KeySettings(List.of(scopes), name, null, false, List.of(), null, null);
  }

  /** These, for counters whose names begin so. */
  public KeySettings prefix(String text) {
    return new KeySettings(scopes, name, text, deltaOne, origins, rate, expires);
  }

  /** These, until a time. */
  public KeySettings expires(Instant time) {
    return new KeySettings(scopes, name, prefix, deltaOne, origins, rate, time);
  }

  /** These, for a page that may count and no more: events of delta 1, from the origin, so many. */
  public KeySettings page(String origin, int perSecond) {
    return new KeySettings(scopes, name, prefix, true, List.of(origin), perSecond, expires);
  }

  String json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("scopes", scopes);
    putIfThere(members, "name", name);
    putIfThere(members, "prefix", prefix);
    putIfThere(members, "delta", deltaOne ? 1 : null);
    putIfThere(members, "origins", origins.isEmpty() ? null : origins);
    putIfThere(members, "rate", rate);
    putIfThere(members, "expires", Objects.toString(expires, null));
    return JsonText.value(new StringBuilder(), members).toString();
  }

  private static void putIfThere(Map<String, Object> members, String name, @Nullable Object value) {
    if (value != null) {
      members.put(name, value);
    }
  }

  static KeySettings read(JsonObject key) {
    return new KeySettings(
        key.strings("scopes"),
        key.textOrNull("name"),
        key.textOrNull("prefix"),
        key.has("delta"),
        key.has("origins") ? key.strings("origins") : List.of(),
        key.has("rate") ? key.integer("rate").intValueExact() : null,
        key.timeOrNull("expires"));
  }
}
