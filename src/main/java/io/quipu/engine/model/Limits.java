package io.quipu.engine.model;

/**
 * The limits of recording and reading. Input past a limit is refused, never truncated. The limits
 * of HTTP, live connections and memory are in {@code docs/limits.md}.
 */
public final class Limits {
  /** Longest counter name, in bytes of UTF-8. */
  public static final int NAME_BYTES = 512;

  /** Longest event id, in bytes of UTF-8. */
  public static final int ID_BYTES = 256;

  /** Largest absolute delta of one event. */
  public static final long DELTA = 1_000_000_000_000_000L;

  /** Most events in one request. */
  public static final int BATCH_EVENTS = 10_000;

  /** Largest request body, in bytes. */
  public static final int BODY_BYTES = 4 * 1024 * 1024;

  /**
   * Largest message on a live connection, in bytes: enough to subscribe to as many counters as one
   * connection may follow, each with the longest name.
   */
  public static final int MESSAGE_BYTES = 1024 * 1024;

  /**
   * Longest frame of a WebSocket that is decoded, in bytes. Live connections split longer frames
   * before they are decoded.
   */
  public static final int FRAME_BYTES = 16 * 1024;

  /** Most counters read by one request. */
  public static final int COUNTS = 1_000;

  /** Most windows answered by one request. */
  public static final int WINDOWS = 10_000;

  private Limits() {}
}
