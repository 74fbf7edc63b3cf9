package io.quipu.ops.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The work of a process. The names of its parts are those of the public contract; they are not
 * split over processes in any other way.
 */
public enum Roles {
  /** Serving and settling. */
  ALL("http,ingest,query,checkpoint,live"),
  /** Recording, answering and subscriptions; others settle. */
  SERVING("http,ingest,query,live"),
  /** All, and events from Kafka. */
  ALL_AND_KAFKA("http,ingest,query,checkpoint,live,kafka"),
  /** Serving, and events from Kafka. */
  SERVING_AND_KAFKA("http,ingest,query,live,kafka"),
  /** Settling and collecting; it listens nowhere. */
  SETTLING("checkpoint");

  private final String parts;

  Roles(String parts) {
    this.parts = parts;
  }

  public boolean serves() {
    return this != SETTLING;
  }

  public boolean settles() {
    return this != SERVING && this != SERVING_AND_KAFKA;
  }

  public boolean takesFromKafka() {
    return this == ALL_AND_KAFKA || this == SERVING_AND_KAFKA;
  }

  /** Reads parts, separated by commas, in any order. */
  static Optional<Roles> parse(String given) {
    Set<String> asked = parts(given);
    return Arrays.stream(values()).filter(roles -> parts(roles.parts).equals(asked)).findFirst();
  }

  private static Set<String> parts(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(part -> part.strip().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }
}
