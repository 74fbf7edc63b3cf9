package io.quipu.cli.source.redis;

import io.quipu.cli.source.Found;
import io.quipu.cli.source.Login;
import io.quipu.cli.source.SkipReason;
import io.quipu.cli.source.Source;
import io.quipu.cli.source.SourceAddress;
import io.quipu.cli.trust.Authorities;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the counters of one database of Redis. The value of a counter is an integer that {@code
 * INCR} accepts. The counter is a string, named by the key, or a field of a hash, named by key and
 * field. {@code SCAN} finds a key at least once if the key exists during the whole scan.
 */
public final class RedisSource implements Source {
  private static final int KEYS = 500;

  /** The maximum number of bytes to read of a string: one more than the longest integer has. */
  private static final int MOST_DIGITS = 21;

  private final RedisLink link;
  private final String database;
  private final @Nullable String match;
  private final FieldNames names;
  private final Deque<RedisHash> hashes = new ArrayDeque<>();
  private String cursor = "0";
  private boolean over;

  private RedisSource(RedisLink link, String database, @Nullable String match, FieldNames names) {
    this.link = link;
    this.database = database;
    this.match = match;
    this.names = names;
  }

  /**
   * Connects, and selects the database.
   *
   * @param match the pattern of keys, as {@code SCAN} takes it; null for all
   * @param names the names of the counters of fields
   * @param timeout the time limit of connecting, and of the answers to each pipeline of commands
   * @throws io.quipu.cli.source.SourceFailure if the server cannot be reached, or refuses the login
   *     or the database
   */
  public static RedisSource open(
      SourceAddress address,
      Login login,
      @Nullable Authorities encryption,
      @Nullable String match,
      FieldNames names,
      Duration timeout) {
    RedisLink link = RedisLink.open(address, login, encryption, timeout);
    try {
      String database = address.path().isEmpty() ? "0" : address.path().get(0);
      link.ask(Request.cmd(Command.SELECT).arg(database));
      // The name of the source is part of the ids, so 00 and 0 must be one name.
      return new RedisSource(link, Integer.toString(Integer.parseInt(database)), match, names);
    } catch (RuntimeException e) {
      link.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return "redis/" + database;
  }

  @Override
  public Optional<List<Found>> next() {
    if (!hashes.isEmpty()) {
      return Optional.of(RedisHash.next(link, hashes));
    }
    if (over) {
      return Optional.empty();
    }
    Request scan = Request.cmd(Command.SCAN).arg(cursor);
    if (match != null) {
      scan.arg("MATCH").arg(match);
    }
    Response page = link.ask(scan.arg("COUNT").arg(KEYS));
    cursor = page.get(0).toString();
    over = cursor.equals("0");
    return Optional.of(found(page.get(1).stream().map(Response::toBytes).toList()));
  }

  private List<Found> found(List<byte[]> keys) {
    List<Found> found = new ArrayList<>();
    List<byte[]> strings = new ArrayList<>();
    List<String> types = RedisTypes.of(link, keys);
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      switch (types.get(i)) {
        case RedisTypes.STRING -> strings.add(key);
        case RedisTypes.HASH -> hashes.add(new RedisHash(key, names));
        case RedisTypes.NONE -> {} // deleted after SCAN returned the key
        default -> found.add(new Found.Skipped(RedisText.shown(key), SkipReason.OTHER_TYPE));
      }
    }
    List<Future<Response>> values =
        link.tryAll(
            strings.stream()
                .map(key -> Request.cmd(Command.GETRANGE).arg(key).arg(0).arg(MOST_DIGITS - 1))
                .toList());
    for (int i = 0; i < strings.size(); i++) {
      found.add(string(strings.get(i), values.get(i)));
    }
    return found;
  }

  private Found string(byte[] key, Future<Response> value) {
    if (value.failed()) {
      return RedisTypes.changed(link, key, value.cause());
    }
    byte[] text = Objects.requireNonNullElse(value.result().toBytes(), new byte[0]);
    Optional<Long> integer = RedisText.integer(new String(text, StandardCharsets.ISO_8859_1));
    if (integer.isEmpty()) {
      return new Found.Skipped(RedisText.shown(key), SkipReason.NO_INTEGER);
    }
    return RedisText.decoded(key)
        .<Found>map(name -> new Found.Counter(name, integer.get()))
        .orElseGet(() -> new Found.Skipped(RedisText.shown(key), SkipReason.NOT_UTF_8));
  }

  @Override
  public void close() {
    link.close();
  }
}
