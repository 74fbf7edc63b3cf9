package io.quipu.cli.source.redis;

import io.quipu.cli.source.Found;
import io.quipu.cli.source.SkipReason;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A hash that is read by one {@code HSCAN} after the other. */
final class RedisHash {
  /** The maximum number of hashes that one call of {@link #next} reads. */
  private static final int AT_ONCE = 16;

  private static final int FIELDS = 500;

  private final byte[] key;
  private final FieldNames names;
  private String cursor = "0";

  RedisHash(byte[] key, FieldNames names) {
    this.key = key;
    this.names = names;
  }

  /**
   * Sends one {@code HSCAN} for each of the first hashes. Removes the hashes that have no more
   * fields and the hashes that cannot be read.
   */
  static List<Found> next(RedisLink link, Deque<RedisHash> hashes) {
    List<RedisHash> some = new ArrayList<>();
    while (some.size() < AT_ONCE && !hashes.isEmpty()) {
      some.add(hashes.remove());
    }
    List<Future<Response>> pages =
        link.tryAll(
            some.stream()
                .map(
                    hash ->
                        Request.cmd(Command.HSCAN)
                            .arg(hash.key)
                            .arg(hash.cursor)
                            .arg("COUNT")
                            .arg(FIELDS))
                .toList());
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      RedisHash hash = some.get(i);
      if (pages.get(i).failed()) {
        found.add(RedisTypes.changed(link, hash.key, pages.get(i).cause()));
        continue;
      }
      Response page = pages.get(i).result();
      found.addAll(hash.fields(page.get(1)));
      hash.cursor = page.get(0).toString();
      if (!hash.cursor.equals("0")) {
        hashes.addFirst(hash);
      }
    }
    return withoutThoseOfKeys(link, found);
  }

  private List<Found> fields(Response fieldsAndValues) {
    List<Found> found = new ArrayList<>();
    for (int i = 0; i + 1 < fieldsAndValues.size(); i += 2) {
      found.add(field(fieldsAndValues.get(i).toBytes(), fieldsAndValues.get(i + 1).toBytes()));
    }
    return found;
  }

  private Found field(byte[] field, byte[] value) {
    String shown = names.of(RedisText.shown(key), RedisText.shown(field));
    Optional<Long> integer = RedisText.integer(new String(value, StandardCharsets.ISO_8859_1));
    if (integer.isEmpty()) {
      return new Found.Skipped(shown, SkipReason.NO_INTEGER);
    }
    if (!names.isClear(RedisText.shown(key))) {
      return new Found.Skipped(shown, SkipReason.NAME_TAKEN);
    }
    boolean text = RedisText.decoded(key).isPresent() && RedisText.decoded(field).isPresent();
    return text
        ? new Found.Counter(shown, integer.get())
        : new Found.Skipped(shown, SkipReason.NOT_UTF_8);
  }

  /** Skips fields with the name of a string key, because both would be the same counter. */
  private static List<Found> withoutThoseOfKeys(RedisLink link, List<Found> found) {
    List<Found.Counter> counters = new ArrayList<>();
    List<Found> kept = new ArrayList<>();
    for (Found one : found) {
      if (one instanceof Found.Counter counter) {
        counters.add(counter);
      } else {
        kept.add(one);
      }
    }
    List<String> types =
        RedisTypes.ofNames(
            link,
            counters.stream().map(one -> one.name().getBytes(StandardCharsets.UTF_8)).toList());
    for (int i = 0; i < counters.size(); i++) {
      kept.add(
          types.get(i).equals(RedisTypes.STRING)
              ? new Found.Skipped(counters.get(i).name(), SkipReason.NAME_TAKEN)
              : counters.get(i));
    }
    return kept;
  }
}
