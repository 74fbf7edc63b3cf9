package io.quipu.edge.resp.counters;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Limits;
import io.quipu.engine.input.Utf8;
import io.quipu.engine.kind.answer.Listing.FoundCounter;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.Tally;
import io.quipu.service.Asker;
import io.quipu.service.Questions;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fields that are counters of their own, in kinds that know a count at once and have no labels. The
 * name of the counter is the key, {@link #SEPARATOR} and the field. No key has the separator, so
 * the first one ends the key, and no counter is both a key and a field.
 */
record CounterFields(KnownCounter key) implements Fields {
  /** The unit separator of ASCII (31). */
  static final char SEPARATOR = '\u001f';

  /** Sorts after all fields of a key that do not begin with the last code point. */
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  private String prefix() {
    return key.name().name() + SEPARATOR;
  }

  /**
   * Refuses a key that could be the counter of a field.
   *
   * @throws InvalidInput if the key has the separator
   */
  static void checkKey(CounterName key) {
    if (keyOf(key.name()) != null) {
      throw new InvalidInput(
          "key",
          "a key of kind linear must not have the character 31 (hex 1f), which ends the key in the"
              + " names of its fields. Nothing was done. Use HINCRBY key field increment");
    }
  }

  /** The key of the counter of a field; null if a counter is no field. */
  static @Nullable String keyOf(String counter) {
    int end = counter.indexOf(SEPARATOR);
    return end < 0 ? null : counter.substring(0, end);
  }

  /** A name after which the counters begin that follow the fields of a key. */
  static String lastOf(String key) {
    return key + SEPARATOR + LAST;
  }

  @Override
  public KnownCounter field(String name) {
    String counter = prefix() + name;
    int bytes = Utf8.length(counter);
    if (bytes > Limits.NAME_BYTES) {
      throw new InvalidInput(
          "field",
          "key and field are "
              + (bytes - 1)
              + " bytes long together; at most "
              + (Limits.NAME_BYTES - 1)
              + " bytes are allowed");
    }
    CounterName named = new CounterName(key.name().namespace(), counter);
    return new KnownCounter(named, key.namespace());
  }

  @Override
  public Future<Page> page(Questions questions, Asker asker, String after, int limit) {
    if (Utf8.length(prefix()) > Limits.NAME_BYTES) {
      return Future.succeededFuture(new Page(List.of(), null));
    }
    NameRange names = NameRange.of(prefix()).after(after);
    // one more than are looked at tells whether more follow
    return questions
        .answer(new Question.Names(key.namespace(), names, limit + 1), asker)
        .map(listing -> page(listing.counters(), limit));
  }

  /** The counters of the fields of a page. */
  List<CounterName> counters(Page page) {
    return page.fields().stream().map(field -> field(field.name()).name().named()).toList();
  }

  private Page page(List<FoundCounter> found, int limit) {
    boolean more = found.size() > limit;
    List<FoundCounter> some = more ? found.subList(0, limit) : found;
    return new Page(
        some.stream().filter(one -> !one.value().isZero()).map(this::field).toList(),
        more ? some.get(limit - 1).counter().name() : null);
  }

  private Field field(FoundCounter found) {
    String name = found.counter().name().substring(prefix().length());
    return new Field(name, ((Tally) found.value()).count());
  }
}
