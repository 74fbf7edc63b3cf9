package io.quipu.engine.kind.answer;

import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A question about counters, which a {@link Reader} answers. Immutable.
 *
 * @param <A> the type of the answer
 */
public sealed interface Question<A>
    permits Question.OfCounter, Question.Many, Question.Names, Ranked, Ranked.Together {
  /** The price of a ranking of counters or series: each of them is compared. */
  int RANKING = 10;

  /** The number of names or series for 1 token: they are read many together. */
  int FOR_ONE = 100;

  /** The number of partitions of windows for 1 token. Each is a query; a count is two or more. */
  int PARTITIONS_FOR_ONE = 4;

  /** The number of windows for 1 token, besides their partitions. */
  int WINDOWS_FOR_ONE = 1_000;

  /** The price of names or series that are read together: 1 for each full 100. */
  static int together(long some) {
    return (int) Math.max(1, some / FOR_ONE);
  }

  /** The price of windows: 1 for each full 4 partitions that are read, and for each full 1,000. */
  static int ofWindows(WindowCover cover) {
    return (int) Math.max(1, more(cover));
  }

  /** The price of windows that are read besides something that has a price. */
  static long more(WindowCover cover) {
    return cover.partitions() / PARTITIONS_FOR_ONE + cover.windows() / WINDOWS_FOR_ONE;
  }

  /** The namespace as it was when the question was made. */
  Namespace namespace();

  /** The price in tokens of the rates. */
  default int price() {
    return 1;
  }

  /** The features that the kind of the namespace must have, besides reading. */
  default List<Feature> needs() {
    return List.of();
  }

  /** The counters that must not have been deleted when the answer is there. */
  default List<KnownCounter> counters() {
    return List.of();
  }

  /**
   * Asks a reader of the kind of the namespace. The answer includes every event that was
   * acknowledged before this call, apart from rankings and lists, which have settled counts.
   *
   * @param horizon the latest horizon that was announced before this call
   */
  CompletionStage<A> ask(Reader reader, EventTime horizon);

  /** A question about one counter. */
  sealed interface OfCounter<A> extends Question<A> permits Count, Windows, SeriesRange {
    KnownCounter counter();

    @Override
    default Namespace namespace() {
      return counter().namespace();
    }

    @Override
    default List<KnownCounter> counters() {
      return List.of(counter());
    }
  }

  /**
   * Asks for the count of a counter.
   *
   * @param options the options of the read, as the kind of the counter has parsed them
   */
  record Count(KnownCounter counter, ReadOptions options) implements OfCounter<Answer> {
    /** Asks with the usual options. */
    public Count(KnownCounter counter) {
      this(counter, ReadOptions.USUAL);
    }

    @Override
    public CompletionStage<Answer> ask(Reader reader, EventTime horizon) {
      return reader.count(this);
    }
  }

  /** Asks for the counts of counters of one kind, in their order. There is at least one. */
  record Many(List<KnownCounter> counters) implements Question<List<Answer>> {
    @Override
    public Namespace namespace() {
      return counters.get(0).namespace();
    }

    @Override
    public int price() {
      return counters.size();
    }

    @Override
    public CompletionStage<List<Answer>> ask(Reader reader, EventTime horizon) {
      return reader.many(this);
    }
  }

  /**
   * Asks for the answer of each range of a cover.
   *
   * @param whole whether a range is left out if one of its windows is not shown any more; otherwise
   *     it begins where its windows do
   * @param options the options of the read, as the kind of the counter has parsed them
   */
  record Windows(KnownCounter counter, WindowCover cover, boolean whole, ReadOptions options)
      implements OfCounter<WindowAnswers> {
    @Override
    public int price() {
      return ofWindows(cover);
    }

    @Override
    public List<Feature> needs() {
      return List.of(Feature.WINDOWS);
    }

    @Override
    public CompletionStage<WindowAnswers> ask(Reader reader, EventTime horizon) {
      return reader.windows(this, horizon);
    }
  }

  /**
   * Asks for the first counters of a range of names, in order of UTF-8 bytes. The last of them is
   * free: it only tells whether more follow.
   *
   * @param limit the maximum number of counters
   */
  record Names(Namespace namespace, NameRange names, int limit) implements Question<Listing> {
    @Override
    public int price() {
      return together(limit - 1);
    }

    @Override
    public List<Feature> needs() {
      return List.of(Feature.LISTS);
    }

    @Override
    public CompletionStage<Listing> ask(Reader reader, EventTime horizon) {
      return reader.list(this);
    }
  }
}
