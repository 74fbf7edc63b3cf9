package io.quipu.client;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** All entries of a list, read page by page when they are asked for. */
final class Pages<T> implements Iterator<T> {
  /** Reads one page. */
  interface Reader<T> {
    /**
     * @param after the {@code next} of the page before; null for the first page
     */
    CompletableFuture<Page<T>> read(@Nullable String after);
  }

  private final Reader<T> reader;
  private Iterator<T> entries = List.<T>of().iterator();
  private @Nullable String next;
  private boolean last;

  private Pages(Reader<T> reader) {
    this.reader = reader;
  }

  /** A stream whose reads block, and fail with a {@link QuipuException}. */
  static <T> Stream<T> stream(Reader<T> reader) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            new Pages<>(reader), Spliterator.ORDERED | Spliterator.NONNULL),
        false);
  }

  @Override
  public boolean hasNext() {
    while (!entries.hasNext() && !last) {
      Page<T> page = read();
      entries = page.entries().iterator();
      next = page.next();
      last = next == null;
    }
    return entries.hasNext();
  }

  private Page<T> read() {
    try {
      return reader.read(next).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof QuipuException why ? why : e;
    }
  }

  @Override
  public T next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return entries.next();
  }
}
