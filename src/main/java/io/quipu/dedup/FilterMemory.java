package io.quipu.dedup;

/** The memory that filters of ids may take in a process. Confined to the context that settles. */
public final class FilterMemory {
  /** The part of the heap that they may take. */
  private static final int PART_OF_HEAP = 16;

  private long free;

  /**
   * @param bytes in all
   */
  public FilterMemory(long bytes) {
    this.free = bytes;
  }

  /** A sixteenth of a heap of so many bytes. */
  public static FilterMemory ofHeap(long bytes) {
    return new FilterMemory(bytes / PART_OF_HEAP);
  }

  /** How many bytes are free. */
  public long free() {
    return free;
  }

  /** Takes so many bytes, if they are free. */
  boolean take(long bytes) {
    boolean enough = bytes <= free;
    free -= enough ? bytes : 0;
    return enough;
  }

  void giveBack(long bytes) {
    free += bytes;
  }
}
