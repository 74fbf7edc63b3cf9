package io.quipu.ops.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The allowed combinations of roles of a process. The names of the single roles, such as {@code
 * ingest}, belong to the public contract.
 */
public enum Roles {
  /** The work of {@link #SERVING} and of {@link #SETTLING}. */
  ALL("http,ingest,query,checkpoint,live"),
  /** Recording events, answering queries and subscriptions; other processes settle. */
  SERVING("http,ingest,query,live"),
  /** The work of {@link #ALL}, and events from Kafka. */
  ALL_AND_KAFKA("http,ingest,query,checkpoint,live,kafka"),
  /** The work of {@link #SERVING}, and events from Kafka. */
  SERVING_AND_KAFKA("http,ingest,query,live,kafka"),
  /** Settling and collecting; the process has no API. */
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

  /** Reads the names of roles, separated by commas, in any order; empty if not allowed. */
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
