package io.quipu.edge.http.read;

import io.quipu.edge.access.RequestAudit;
import io.quipu.edge.access.RouteAccess;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.Query;
import io.quipu.edge.web.RoutedRequest;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.JsonText;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.service.Asker;
import io.quipu.service.CounterService;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the questions of one request ask for. Counts without options are read together.
 * Confined to one context.
 */
record QueryReads(
    CounterService service,
    RouteAccess access,
    RoutedRequest request,
    Asker asker,
    QueryResults results) {
  /** The maximum number of questions about one counter that are read at once. */
  private static final int AT_ONCE = 16;

  /**
   * The maximum number of questions about many counters: an instance makes few rankings at once.
   */
  private static final int RANKINGS_AT_ONCE = 2;

  /**
   * A question that its caller may ask.
   *
   * @param counter null if the question is about counters of namespaces
   */
  private record Part(int index, Asked asked, @Nullable CounterName counter, Query query) {
    private Ask ask() {
      return asked.ask();
    }

    private boolean isPlainCount() {
      return ask() == Ask.COUNT && counter != null && query.all().isEmpty();
    }
  }

  void answer(List<Asked> questions) {
    Map<String, Map<Integer, CounterName>> counts = new LinkedHashMap<>();
    List<Part> rankings = new ArrayList<>();
    List<Part> others = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      try {
        Part part = part(i, questions.get(i));
        CounterName counter = part.counter;
        if (counter == null) {
          rankings.add(part);
        } else if (part.isPlainCount()) {
          counts
              .computeIfAbsent(counter.namespace(), any -> new LinkedHashMap<>())
              .put(part.index, counter);
        } else {
          others.add(part);
        }
      } catch (InvalidInput | ServiceFailure | Rejection refusal) {
        results.give(i, Future.failedFuture(refusal));
      }
    }
    // each namespace by itself, as it may be refused, or fail
    counts.values().forEach(this::read);
    read(RANKINGS_AT_ONCE, rankings);
    read(AT_ONCE, others);
  }

  private Part part(int index, Asked one) {
    Ask ask = one.ask();
    String name = one.counter();
    ask.require(name != null);
    Query query = one.query(service.kinds().readOptions());
    if (ask == Ask.SERIES) {
      requireBy(query);
    }
    if (one.each() && name != null) {
      throw new InvalidInput("counter", "counter and namespaces exclude each other");
    }
    one.namespaces().forEach(CounterName::checkNamespace);
    String namespace = one.namespaces().get(0);
    CounterName counter = name == null ? null : new CounterName(namespace, name);
    if (!one.each()) {
      RequestAudit.requireNames(request, namespace, name == null ? prefix(query) : name);
    }
    return new Part(index, one, counter, query);
  }

  private static String prefix(Query query) {
    return query.get(TopResource.PREFIX).orElse("");
  }

  private static void requireBy(Query query) {
    if (query.get(SeriesInput.BY).isEmpty()) {
      throw new InvalidInput(SeriesInput.BY, "by is missing: the labels of the series");
    }
  }

  /** Reads the counts of a namespace together. */
  private void read(Map<Integer, CounterName> counts) {
    Map<Integer, Future<KnownCounter>> found = new LinkedHashMap<>();
    counts.forEach((index, name) -> found.put(index, service.namespaces().known(name)));
    Future.join(List.copyOf(found.values())).onComplete(done -> readFound(found));
  }

  private void readFound(Map<Integer, Future<KnownCounter>> found) {
    Map<CounterName, Future<Answer>> answers =
        new NamedCounts(service.questions(), asker)
            .of(found.values().stream().filter(Future::succeeded).map(Future::result).toList());
    found.forEach(
        (index, counter) ->
            counter
                .compose(known -> answers.get(known.name().named()))
                .<Consumer<JsonText>>map(answer -> answer::write)
                .onComplete(done -> results.give(index, done)));
  }

  private void read(int atOnce, List<Part> parts) {
    var unused =
        BoundedConcurrency.forEach(
            atOnce,
            parts,
            part ->
                // what is late is not read any more
                results.has(part.index)
                    ? CompletableFuture.completedFuture(null)
                    : Future.succeededFuture(part)
                        .compose(this::read)
                        .transform(
                            done -> {
                              results.give(part.index, done);
                              return Future.succeededFuture();
                            })
                        .toCompletionStage());
  }

  private Future<Consumer<JsonText>> read(Part part) {
    CounterName counter = part.counter;
    return counter == null ? ofCounters(part) : ofCounter(part, counter);
  }

  private Future<Consumer<JsonText>> ofCounters(Part part) {
    Asked asked = part.asked;
    RankedReads reads = new RankedReads(service, asker);
    if (!asked.each()) {
      return reads.of(asked.namespaces().get(0), question(part, Ranking.MOST));
    }
    return reads
        .ofEach(
            asked.namespaces(),
            name -> RequestAudit.requireNames(request, name, prefix(part.query)),
            question(part, Ranking.FEW))
        .map(answers -> json -> write(json, part, answers));
  }

  private Function<Namespace, RankedQuestion> question(Part part, int most) {
    CounterSums sums = new CounterSums(service, part.query, most);
    return switch (part.ask()) {
      case COUNT -> sums.count();
      case TOTAL -> sums.total();
      case WINDOWS -> sums.windows();
      default -> TopResource.question(service, part.query, most);
    };
  }

  private void write(JsonText json, Part part, List<Future<Consumer<JsonText>>> answers) {
    List<String> namespaces = part.asked.namespaces();
    json.name(QueryInput.NAMESPACES).beginArray();
    for (int i = 0; i < answers.size(); i++) {
      Future<Consumer<JsonText>> answer = answers.get(i);
      json.beginObject().field("namespace", namespaces.get(i));
      if (answer.succeeded()) {
        answer.result().accept(json.field("status", 200));
      } else {
        results
            .problem(part.index, answer.cause())
            .inElement(QueryInput.NAMESPACES, i)
            .writeMembers(json);
      }
      json.endObject();
    }
    json.endArray();
  }

  private Future<Consumer<JsonText>> ofCounter(Part part, CounterName counter) {
    return switch (part.ask()) {
      case WINDOWS -> new WindowsResource(service, access).answer(counter, part.query, asker);
      case TOTAL -> totals().answer(counter, part.query, asker).map(CounterSums::asTotal);
      default ->
          Asked.isOfTime(part.query.all())
              ? totals().answer(counter, part.query, asker)
              : new CountResource(service, access).answer(counter, part.query, asker);
    };
  }

  private TotalResource totals() {
    return new TotalResource(service, access);
  }
}
