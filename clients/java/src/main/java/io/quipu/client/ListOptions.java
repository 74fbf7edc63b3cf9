package io.quipu.client;

/**
 * The part of a list that is read, and how.
 *
 * @param prefix with which names begin; empty for all
 * @param after only names after this one; null for all
 * @param pageSize how many one request asks for: 1 to 1,000
 */
public record ListOptions(String prefix, @Nullable String after, int pageSize) {
  /** The whole list. */
  public static final ListOptions ALL = new ListOptions("", null, 1_000);

  public ListOptions {
    if (pageSize < 1 || pageSize > 1_000) {
      throw new IllegalArgumentException(
          "pageSize is " + pageSize + "; from 1 to 1000 are allowed");
    }
  }

  /** The names that begin so. */
  public static ListOptions prefix(String text) {
    return new ListOptions(text, null, 1_000);
  }

  String path(String list, @Nullable String next) {
    return list
        + "?limit="
        + pageSize
        + Paths.text("prefix", prefix.isEmpty() ? null : prefix)
        + Paths.text("after", next == null ? after : next);
  }
}
