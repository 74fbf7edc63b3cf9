package io.quipu.edge.resp.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reply to a command. Immutable. */
public sealed interface Reply {
  Reply OK = new Status("OK");
  Reply NULL = new Bulk(null);

  /** The marker of a command that gets no reply. */
  record Silence() implements Reply {}

  /** A status word of the service, such as {@code OK}. */
  record Status(String text) implements Reply {}

  /**
   * The reason why a command failed, or why its outcome is unknown.
   *
   * @param code the first word of the error; programs tell errors apart by this word
   * @param detail the reason in words; sent as one line, and truncated if it is long
   */
  record Failure(String code, String detail) implements Reply {}

  /** An integer of 64 bits. */
  record Whole(long number) implements Reply {}

  /** A bulk string, or null. */
  final class Bulk implements Reply {
    private final byte @Nullable [] bytes;

    /**
     * @param bytes must not be changed afterwards; null for the null reply
     */
    public Bulk(byte @Nullable [] bytes) {
      this.bytes = bytes;
    }

    public static Bulk of(String text) {
      return new Bulk(text.getBytes(StandardCharsets.UTF_8));
    }

    byte @Nullable [] bytes() {
      return bytes;
    }
  }

  /** Several replies, in order. */
  record Items(List<Reply> items) implements Reply {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** Names and values in turn: a map in RESP 3, an array in RESP 2. */
  record Pairs(List<Reply> namesAndValues) implements Reply {
    public Pairs {
      namesAndValues = List.copyOf(namesAndValues);
    }
  }

  /** Makes a failure with the general code {@code ERR}. */
  static Failure failure(String detail) {
    return new Failure("ERR", detail);
  }
}
