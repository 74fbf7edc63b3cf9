package io.quipu.edge.http.read;

import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.Namespace;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.vertx.core.Future;
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
  /** Asks about one namespace. Completes with what writes the members of the answer. */
  Future<Consumer<JsonText>> of(String namespace, Function<Namespace, RankedQuestion> question) {
    return service
        .namespaces()
        .use(
            namespace,
            found -> {
              RankedQuestion one = question.apply(found);
              return service.questions().answer(one.asked(), asker).map(one.answer());
            });
  }

  /**
   * Asks about several namespaces; what can be read together is. Completes with the answers in the
   * order of the namespaces, each complete, or failed by itself.
   *
   * @param require fails for a namespace of which the answer may not be read
   */
  Future<List<Future<Consumer<JsonText>>>> ofEach(
      List<String> namespaces,
      Consumer<String> require,
      Function<Namespace, RankedQuestion> question) {
    List<Future<RankedQuestion>> questions =
        namespaces.stream().map(name -> question(name, require, question)).toList();
    return Future.join(questions)
        .transform(
            known -> {
              Map<Ranked, Future<Ranking>> rankings =
                  service.questions().rankings(asked(questions), asker);
              return completed(questions.stream().map(one -> answer(one, rankings)).toList());
            });
  }

  private Future<RankedQuestion> question(
      String namespace, Consumer<String> require, Function<Namespace, RankedQuestion> question) {
    return Future.succeededFuture(namespace)
        .compose(
            name -> {
              require.accept(name);
              return service.namespaces().find(name);
            })
        .map(question);
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
