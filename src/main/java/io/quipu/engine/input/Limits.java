package io.quipu.engine.input;

/**
 * The limits of recording and reading. Input past a limit is refused, never truncated. All limits,
 * also those of HTTP, live connections and memory, are in {@code docs/limits.md}.
 */
public final class Limits {
  /** The maximum length of a counter name, in bytes of UTF-8. */
  public static final int NAME_BYTES = 512;

  /** The maximum length of an event id, in bytes of UTF-8. */
  public static final int ID_BYTES = 256;

  /** The maximum absolute delta of one event. */
  public static final long DELTA = 1_000_000_000_000_000L;

  /** The maximum number of happenings that one event stands for. */
  public static final int HAPPENINGS = 1_000_000;

  /** The maximum number of events in one request. */
  public static final int BATCH_EVENTS = 10_000;

  /** The maximum size of a request body in bytes, compressed and decompressed. */
  public static final int BODY_BYTES = 4 * 1024 * 1024;

  /**
   * The maximum size of a message on a live connection, in bytes. One message can subscribe to as
   * many counters as one connection may follow, each with the longest name.
   */
  public static final int MESSAGE_BYTES = 1024 * 1024;

  /**
   * The maximum size of a frame of a WebSocket when it is decoded, in bytes. Live connections split
   * the larger frames of a message before that, as they arrive.
   */
  public static final int FRAME_BYTES = 16 * 1024;

  /** The maximum number of counters that one request can read. */
  public static final int COUNTS = 1_000;

  /** The maximum number of windows in one answer. */
  public static final int WINDOWS = 10_000;

  /** The maximum number of partitions of which an answer adds up windows, for each page. */
  public static final int PARTITIONS = 2_000;

  /** The maximum number of windows that are added up for the totals of series. */
  public static final int WINDOWS_OF_SERIES = 1_000_000;

  private Limits() {}
}
