package io.quipu.engine.names;

import io.quipu.engine.windows.EventTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * How often counters of a namespace were purged. Names are known by a digest only, because the name
 * of a purged counter is not kept. Purges are numbered from 1 and never forgotten, so the number of
 * the last one tells which purges are known.
 */
public final class CounterLives implements Comparable<CounterLives> {
  /** No counter was ever purged. */
  public static final CounterLives NONE = new CounterLives(0, 0, Map.of());

  /** The maximum number of purges in a life of a namespace. */
  public static final int MOST_PURGES = 100_000;

  /** The maximum number of purges of one counter: a list of counters reads each life. */
  public static final int MOST_LIVES = 100;

  private final int number;
  private final int longest;
  private final Map<NameDigest, Integer> lives;

  private CounterLives(int number, int longest, Map<NameDigest, Integer> lives) {
    this.number = number;
    this.longest = longest;
    this.lives = lives;
  }

  /** The first half of the SHA-256 of a name: enough that no two names meet. */
  public record NameDigest(long high, long low) implements Comparable<NameDigest> {
    public static NameDigest of(String name) {
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
        ByteBuffer bytes = ByteBuffer.wrap(hash);
        return new NameDigest(bytes.getLong(), bytes.getLong());
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JVM has SHA-256", e);
      }
    }

    /** The 16 bytes, most significant first, as they stand in the SHA-256. */
    public byte[] bytes() {
      return ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
    }

    @Override
    public int compareTo(NameDigest other) {
      int order = Long.compare(high, other.high);
      return order != 0 ? order : Long.compare(low, other.low);
    }
  }

  /**
   * A purge of a counter.
   *
   * <p>An entry that does not begin the next life voids those before it: from there on, the counter
   * is in the life that the entry names.
   *
   * @param number of the purge in its namespace, from 1
   * @param life how often this counter was purged, this purge included
   * @param entered the group time at which it was entered; {@link EventTime#MIN} of entries of
   *     versions that did not note it
   */
  public record Purge(int number, NameDigest name, int life, EventTime entered) {
    public Purge(int number, NameDigest name, int life) {
      this(number, name, life, EventTime.MIN);
    }

    /** Tells whether this is the next purge, and begins the next life of its counter. */
    public boolean follows(CounterLives known) {
      return number == known.number() + 1 && life == known.of(name) + 1;
    }
  }

  /** The number of purges that are known. */
  public int number() {
    return number;
  }

  /** How often the counter was purged that was purged most often. */
  public int longest() {
    return longest;
  }

  /** How often a counter was purged. */
  public int of(String name) {
    return number == 0 ? 0 : of(NameDigest.of(name));
  }

  /** How often the counter with this digest was purged. */
  public int of(NameDigest name) {
    return lives.getOrDefault(name, 0);
  }

  /**
   * Returns the lives after further purges.
   *
   * @param purges in the order of their numbers
   * @throws IllegalArgumentException if a purge in between is missing
   */
  public CounterLives with(Collection<Purge> purges) {
    if (purges.isEmpty()) {
      return this;
    }
    Map<NameDigest, Integer> all = new HashMap<>(lives);
    int last = number;
    int most = longest;
    for (Purge purge : purges) {
      if (purge.number() != last + 1) {
        throw new IllegalArgumentException(purge + " does not follow " + last);
      }
      last = purge.number();
      most = Math.max(most, purge.life());
      all.put(purge.name(), purge.life());
    }
    return new CounterLives(last, most, all);
  }

  /** Compares the number of purges, which tells all of the lives of one namespace. */
  @Override
  public int compareTo(CounterLives other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CounterLives lives && compareTo(lives) == 0;
  }

  @Override
  public int hashCode() {
    return number;
  }

  @Override
  public String toString() {
    return number + " purges";
  }
}
