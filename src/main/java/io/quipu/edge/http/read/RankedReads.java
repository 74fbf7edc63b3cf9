package io.quipu.edge.http.read;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Gets answers to questions about the counters of namespaces. Confined to one context.
 *
 * @param asker the request that asks, which pays
 */
record RankedReads(CounterService service, Asker asker) {
  /** The maximum number of sums in an answer: a day of hours of each of many namespaces. */
  private static final int MOST_SUMS = 30_000;

  private static final int LOOKUPS_AT_ONCE = 16;

  /** Asks about one namespace. Completes with what writes the members of the answer. */
  Future<Consumer<JsonText>> of(String namespace, Function<Namespace, RankedQuestion> question) {
    return question(namespace, question)
        .compose(one -> service.questions().answer(one.asked(), asker).map(one.answer()));
  }

  /**
   * Asks about several namespaces; what can be read together is. Completes with the answers in the
   * order of the namespaces, each complete, or failed by itself. Each namespace that cannot be
   * asked about costs 1.
   *
   * @param require fails for a namespace that the caller may not read
   */
  Future<List<Future<Consumer<JsonText>>>> ofEach(
      List<String> namespaces,
      Consumer<String> require,
      Function<Namespace, RankedQuestion> question) {
    List<Future<RankedQuestion>> questions = new ArrayList<>();
    return Future.fromCompletionStage(
            BoundedConcurrency.forEach(
                LOOKUPS_AT_ONCE,
                namespaces,
                name -> {
                  Future<RankedQuestion> one =
                      Future.succeededFuture(name)
                          .compose(
                              asked -> {
                                require.accept(asked);
                                return question(asked, question)
                                    .onFailure(failure -> asker.owe("", 1));
                              });
                  questions.add(one);
                  return one.otherwiseEmpty().toCompletionStage();
                }))
        .compose(
            known -> {
              List<Ranked> asked = asked(questions);
              requireFew(asked);
              Map<Ranked, Future<Ranking>> rankings = service.questions().rankings(asked, asker);
              return completed(questions.stream().map(one -> answer(one, rankings)).toList());
            });
  }

  private Future<RankedQuestion> question(
      String namespace, Function<Namespace, RankedQuestion> question) {
    return service
        .namespaces()
        .use(namespace, found -> Future.succeededFuture(question.apply(found)));
  }

  private static void requireFew(List<Ranked> asked) {
    long sums = asked.stream().mapToLong(one -> Math.max(0, one.bounds().size() - 1)).sum();
    if (sums > MOST_SUMS) {
      throw new InvalidInput(
          QueryInput.NAMESPACES,
          "the namespaces have "
              + sums
              + " windows together; at most "
              + MOST_SUMS
              + " are allowed: ask for fewer namespaces or a shorter range");
    }
  }

  private static List<Ranked> asked(List<Future<RankedQuestion>> questions) {
    return questions.stream().filter(Future::succeeded).map(one -> one.result().asked()).toList();
  }

  private static Future<Consumer<JsonText>> answer(
      Future<RankedQuestion> question, Map<Ranked, Future<Ranking>> rankings) {
    return question.compose(
        one -> Objects.requireNonNull(rankings.get(one.asked())).map(one.answer()));
  }

  private static <T> Future<List<Future<T>>> completed(List<Future<T>> all) {
    return Future.join(all).transform(done -> Future.succeededFuture(all));
  }
}
