package io.quipu.service;

import io.quipu.engine.checkpoint.recount.RecountReport;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kind.answer.Answer;
import io.quipu.engine.kind.answer.Feature;
import io.quipu.engine.kind.answer.Listing;
import io.quipu.engine.kind.answer.Question;
import io.quipu.engine.kind.answer.Ranked;
import io.quipu.engine.kind.answer.Ranking;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.query.QueryMessages;
import io.quipu.ops.trace.Span;
import io.quipu.service.bus.Address;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.ServiceFailure;
import io.quipu.service.verticles.QueryVerticle;
import io.quipu.service.verticles.RankingVerticle;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Gets answers to questions about counters, recounts and verdicts. A question passes the checks of
 * its kind, is paid and traced here, and nowhere else; no answer is about a counter that was
 * deleted meanwhile. Confined to one context.
 */
public final class Questions {
  /** The timeout of a recount, in usual timeouts, because a recount reads all retained rows. */
  public static final int RECOUNT_TIMEOUTS = 5;

  private final EventBus bus;
  private final KnownKinds kinds;
  private final KnownNamespaces namespaces;
  private final Layout layout;
  private final Duration timeout;
  private final Address.Instances<Question<?>, Object> lanes;

  Questions(EventBus bus, ServiceSettings settings, KnownNamespaces namespaces) {
    this.bus = bus;
    this.kinds = settings.kinds();
    this.namespaces = namespaces;
    this.layout = settings.layout();
    this.timeout = settings.timeout();
    this.lanes = QueryVerticle.ASK.instances(settings.queryInstances());
  }

  /**
   * Gets the answer to a question.
   *
   * @param asker the request that asks, which pays; nothing is paid if the kind of the counters
   *     lacks a feature
   */
  public <A> Future<A> answer(Question<A> question, Asker asker) {
    try {
      for (Feature feature : question.needs()) {
        kinds.of(question.namespace()).require(feature);
      }
      pay(question, asker);
    } catch (InvalidInput | ServiceFailure refusal) {
      return Future.failedFuture(refusal);
    }
    return ask(
        question,
        RequestSpans.in(question.namespace().name(), asker.span().begin(RequestSpans.READ)));
  }

  /** Of rankings that are read together each namespace has paid for itself. */
  private static void pay(Question<?> question, Asker asker) {
    asker.payAsCaller(question.price());
    if (!(question instanceof Ranked.Together)) {
      asker.payOf(question.namespace().name(), question.price());
    }
  }

  /**
   * Reads the counts of counters, those of one lane and kind together. The future completes when
   * all answers have arrived; it fails if one lane has failed, when the others have answered.
   *
   * @param asker the request that reads, which pays
   * @param each receives every answer when the answer arrives, in any order
   */
  public Future<Void> counts(
      Collection<KnownCounter> counters, Asker asker, Consumer<Answer> each) {
    try {
      asker.payEach(counters, counter -> counter.name().namespace());
    } catch (ServiceFailure excess) {
      return Future.failedFuture(excess);
    }
    Map<String, List<KnownCounter>> byPlace = new LinkedHashMap<>();
    for (KnownCounter counter : counters) {
      String place = lane(counter) + counter.namespace().kind();
      byPlace.computeIfAbsent(place, any -> new ArrayList<>()).add(counter);
    }
    List<Future<?>> asked = new ArrayList<>();
    for (List<KnownCounter> some : byPlace.values()) {
      Span span = asker.span().begin(RequestSpans.READ).with("quipu.counters", some.size());
      asked.add(ask(new Question.Many(some), span).onSuccess(found -> found.forEach(each)));
    }
    return Future.join(asked).mapEmpty();
  }

  /**
   * Ranks the counters of several namespaces; what can be read together is one question. The
   * rankings fail one by one, and complete in any order.
   *
   * @param asker the request that asks, which pays
   */
  public Map<Ranked, Future<Ranking>> rankings(List<Ranked> asked, Asker asker) {
    List<List<Ranked>> together = new ArrayList<>();
    asked.forEach(ranked -> readWith(together, ranked).add(ranked));
    Map<Ranked, Future<Ranking>> rankings = new HashMap<>();
    Future<?> before = Future.succeededFuture();
    for (List<Ranked> group : together) {
      List<Ranked> some = paid(group, asker, rankings);
      if (some.isEmpty()) {
        continue;
      }
      // one after the other, as an instance makes few rankings at once
      Future<List<Ranking>> answer =
          before.transform(done -> answer(new Ranked.Together(some), asker));
      for (int i = 0; i < some.size(); i++) {
        int index = i;
        rankings.put(some.get(i), answer.map(all -> all.get(index)));
      }
      before = answer;
    }
    return rankings;
  }

  /** Takes the price, the same for all, from each namespace. Returns what is paid; others fail. */
  private static List<Ranked> paid(
      List<Ranked> group, Asker asker, Map<Ranked, Future<Ranking>> rankings) {
    int price = group.get(0).price();
    List<Ranked> some = new ArrayList<>();
    for (Ranked ranked : group) {
      try {
        asker.payOf(ranked.namespace().name(), price);
        some.add(ranked);
      } catch (ServiceFailure excess) {
        rankings.put(ranked, Future.failedFuture(excess));
      }
    }
    return some;
  }

  /** Finds the rankings with which another one is read; new ones if there are none. */
  private static List<Ranked> readWith(List<List<Ranked>> together, Ranked ranked) {
    for (List<Ranked> some : together) {
      if (some.get(0).isReadWith(ranked)) {
        return some;
      }
    }
    List<Ranked> some = new ArrayList<>();
    together.add(some);
    return some;
  }

  /** The index of the instance that reads the counter. */
  private int lane(KnownCounter counter) {
    return layout.lane(counter.name(), lanes.count());
  }

  @SuppressWarnings("unchecked") // a question is answered by an answer of its type
  private <A> Future<A> ask(Question<A> question, Span span) {
    List<KnownCounter> counters = question.counters();
    Future<Object> answer =
        address(question, counters)
            .request(bus, question, timeout, span)
            .transform(
                done ->
                    done.succeeded()
                        ? undeleted(question, counters, done.result())
                        : unanswered(question, done.cause()));
    return RequestSpans.ended(span, (Future<A>) answer);
  }

  private Address<Question<?>, Object> address(Question<?> question, List<KnownCounter> counters) {
    if (isRanking(question)) {
      return RankingVerticle.ASK;
    }
    return counters.isEmpty() ? QueryVerticle.ASK : lanes.get(lane(counters.get(0)));
  }

  /** Passes on an answer, less counters of a list that were deleted while it was made. */
  private Future<Object> undeleted(
      Question<?> question, List<KnownCounter> counters, Object answer) {
    Namespace asked = question.namespace();
    return answer instanceof Listing found
        ? namespaces.find(asked.name()).map(now -> now.equals(asked) ? found : found.undeleted(now))
        : namespaces.requireUndeleted(counters).map(answer);
  }

  private static boolean isRanking(Question<?> question) {
    return question instanceof Ranked || question instanceof Ranked.Together;
  }

  /** A ranking that is late is still completed and kept, for later requests. */
  private static Future<Object> unanswered(Question<?> question, Throwable failure) {
    return isRanking(question) && BusFailure.of(failure) == BusFailure.TIMEOUT
        ? BusFailures.unavailable("The ranking is still being made. Ask again in a while.")
        : BusFailures.unreadable(failure);
  }

  /**
   * Finds the verdicts of recorded events. Fails with a failure that {@link BusFailure#of}
   * classifies.
   *
   * @param left the time left to wait; may be negative, and is then raised to 1 ms
   */
  public Future<QueryMessages.Verdicts> verdicts(AcknowledgedEvents events, Duration left) {
    Duration some = left.toMillis() > 0 ? left : Duration.ofMillis(1);
    return QueryVerticle.VERDICTS.request(bus, events, some);
  }

  /**
   * Recounts a counter. A recount that fails or gets no reply in time is withdrawn. The request has
   * paid for it when it was admitted, before its body.
   */
  public Future<RecountReport> recount(QueryMessages.Recount asked) {
    return QueryVerticle.RECOUNT
        .request(bus, asked, timeout.multipliedBy(RECOUNT_TIMEOUTS))
        .onFailure(failure -> withdraw(asked))
        .recover(BusFailures::unreadable);
  }

  /** Withdraws a recount for which no caller waits. Has no effect after the recount has ended. */
  public void withdraw(QueryMessages.Recount recount) {
    QueryVerticle.WITHDRAWN_RECOUNTS.publish(bus, recount.asked());
  }
}
