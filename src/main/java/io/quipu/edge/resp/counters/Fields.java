package io.quipu.edge.resp.counters;

import io.quipu.engine.kind.Holding;
import io.quipu.engine.names.KnownCounter;
import io.quipu.service.Asker;
import io.quipu.service.Questions;
import io.quipu.service.rates.Prices;
import io.vertx.core.Future;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of a key, which is a hash for Redis clients. */
sealed interface Fields permits LabelFields, CounterFields {
  /** The most names of one page that cost 1. */
  int PAGE = 100;

  /** A field that has events. */
  record Field(String name, BigInteger count) {}

  /**
   * Some fields, in the order of their names.
   *
   * @param next where the next page begins; null after the last page
   */
  record Page(List<Field> fields, @Nullable String next) {}

  /** The fields of a key; null if its namespace has none. */
  static @Nullable Fields of(KnownCounter key, Holding holding) {
    return holding == Holding.ORDERED_SUM ? new CounterFields(key) : LabelFields.of(key);
  }

  /** The counter that is named as the key. */
  KnownCounter key();

  /**
   * The counter or series of a field.
   *
   * @throws io.quipu.engine.input.InvalidInput if no field can have this name
   */
  KnownCounter field(String name);

  /**
   * Reads a page of the fields.
   *
   * @param after where the page begins; empty for the first page
   * @param limit the maximum number of fields that are looked at
   */
  Future<Page> page(Questions questions, Asker asker, String after, int limit);

  /**
   * Reads all fields, or so many pages of them that they have more than {@code most} fields. Pages
   * after the first are owed: they are read only past fields that were reset.
   */
  default Future<List<Field>> all(Questions questions, Asker asker, int most) {
    return page(questions, asker, "", most + 1)
        .compose(page -> more(questions, asker, most, page, new ArrayList<>()));
  }

  private Future<List<Field>> more(
      Questions questions, Asker asker, int most, Page page, List<Field> found) {
    found.addAll(page.fields());
    if (page.next() == null || found.size() > most) {
      return Future.succeededFuture(found);
    }
    int limit = Math.max(most, PAGE);
    asker.owe(key().name().namespace(), Prices.together(limit));
    return page(questions, asker.paid(), page.next(), limit)
        .compose(next -> more(questions, asker, most, next, found));
  }
}
