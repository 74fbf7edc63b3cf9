package io.quipu.edge.resp.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reply to a command. Immutable. */
public sealed interface Reply {
  Reply OK = new Status("OK");
  Reply NULL = new Bulk(null);

  /** It is answered by nothing. */
  record Silence() implements Reply {}

  /** A word of ours. */
  record Status(String text) implements Reply {}

  /**
   * Why it was not done, or not certainly.
   *
   * @param code the first word, by which programs tell errors apart
   * @param detail in one line, whatever it is made of
   */
  record Failure(String code, String detail) implements Reply {}

  /** An integer of 64 bits. */
  record Whole(long number) implements Reply {}

  /** Some bytes, or nothing. */
  final class Bulk implements Reply {
    private final byte @Nullable [] bytes;

    /**
     * @param bytes which nobody changes; null for nothing
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

  /** Several, in order. */
  record Items(List<Reply> items) implements Reply {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** Names and values in turn: a map where the protocol has one. */
  record Pairs(List<Reply> namesAndValues) implements Reply {
    public Pairs {
      namesAndValues = List.copyOf(namesAndValues);
    }
  }

  /** Something that the command did not do, for another reason than its code has a word for. */
  static Failure failure(String detail) {
    return new Failure("ERR", detail);
  }
}
