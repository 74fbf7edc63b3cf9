package io.quipu.client;

import java.time.Instant;
import java.util.Objects;

/**
 * An event of kind {@code latest}: the value that an actor states, in place of its last one. Of all
 * that an actor has stated the largest version stands, so a statement may be sent again.
 *
 * @param namespace where its counter is
 * @param counter 1 to 512 bytes of UTF-8
 * @param actor who states it: 1 to 256 bytes of UTF-8
 * @param version any; larger than the actor's last one
 * @param value in whole: from -10<sup>15</sup> to 10<sup>15</sup>, also 0
 * @param replaces a version by mistake, in whose place it stands; null for none
 * @param time when it was so, as far back as the lateness of the namespace allows; null for when it
 *     is recorded
 */
public record Statement(
    String namespace,
    String counter,
    String actor,
    long version,
    long value,
    @Nullable Long replaces,
    @Nullable Instant time)
    implements Recordable {
  public Statement {
    Objects.requireNonNull(namespace, "namespace");
    Objects.requireNonNull(counter, "counter");
    Objects.requireNonNull(actor, "actor");
  }

  /** A statement that holds when it is recorded, and replaces no version by mistake. */
  public static Statement of(
      String namespace, String counter, String actor, long version, long value) {
    return new Statement(namespace, counter, actor, version, value, null, null);
  }

  /** This statement, as one that holds from a time. */
  public Statement at(Instant when) {
    return new Statement(namespace, counter, actor, version, value, replaces, when);
  }

  /** This statement, in place of a version by mistake. */
  public Statement replacing(long mistake) {
    return new Statement(namespace, counter, actor, version, value, mistake, time);
  }
}
