package io.quipu.engine.model;

/**
 * The subject of the id of a row. Rows of one subject decide together which rows count, so they lie
 * on one page. With deduplication the subject is the id. By {@linkplain
 * DeduplicationWindow#OTHER_RULES other rules} the id has its subject and a statement about the
 * subject.
 */
public final class Subject {
  private static final char END = '\0';

  private Subject() {}

  /**
   * The subject of an id.
   *
   * @param window of the row, a {@link DeduplicationWindow} or the number of another rule
   */
  public static String of(String id, int window) {
    return window > DeduplicationWindow.OTHER_RULES ? id : id.substring(0, end(id));
  }

  /** An id by another rule: a subject and a statement about it. The statement has no NUL. */
  public static String with(String subject, String said) {
    return subject + END + said;
  }

  /** The statement of an id by another rule about its subject. */
  public static String said(String id) {
    return id.substring(end(id) + 1);
  }

  private static int end(String id) {
    int end = id.lastIndexOf(END);
    if (end < 0) {
      throw new IllegalArgumentException("an id that says nothing of a subject");
    }
    return end;
  }
}
