package io.quipu.engine.names;

/**
 * The subject of the id of a row. Which rows of a subject count depends on all rows of the subject,
 * so these rows lie on one page. With deduplication the subject is the id. By {@linkplain
 * DeduplicationWindow#OTHER_RULES other rules} the id consists of a subject and a statement about
 * the subject.
 */
public final class Subject {
  private static final char END = '\0';

  private Subject() {}

  /**
   * The subject of an id.
   *
   * @param window the window of the row, see {@link DeduplicationWindow}, or the number of another
   *     rule
   */
  public static String of(String id, int window) {
    return window > DeduplicationWindow.OTHER_RULES ? id : id.substring(0, end(id));
  }

  /** Makes an id by another rule, from a subject and a statement. The statement has no NUL. */
  public static String with(String subject, String said) {
    return subject + END + said;
  }

  /** The statement in an id by another rule. */
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
