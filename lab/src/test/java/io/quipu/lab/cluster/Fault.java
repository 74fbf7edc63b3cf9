package io.quipu.lab.cluster;

/**
 * Something that goes wrong, from its beginning until all is well again.
 *
 * @param name in words, for the account of a run
 */
record Fault(String name, Course course) {
  /** Brings the fault about, lets it last, and ends it. */
  @FunctionalInterface
  interface Course {
    void run() throws Exception;
  }
}
