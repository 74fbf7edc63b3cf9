package io.quipu.testing.pages;

import io.quipu.testing.e2e.Answer;
import io.quipu.testing.e2e.Api;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** Forty counters of a shop that events are recorded of all the time, some more than others. */
final class MovingCounters implements AutoCloseable {
  static final List<String> NAMES =
      Stream.of(
              "basket: add, empty, remove",
              "checkout: address, begin, cancel, done, payment",
              "coupon: refused, used",
              "login: failed, ok",
              "newsletter: join, leave",
              "order: packed, returned, sent",
              "page: about, home, jobs, news, prices, products, search",
              "payment: card, failed, invoice, refund",
              "review: 1 star, 2 stars, 3 stars, 4 stars, 5 stars",
              "stock: back in black, black album, blackout",
              "support: closed, opened",
              "wishlist: add, share")
          .map(line -> line.split(": ", 2))
          .flatMap(group -> Stream.of(group[1].split(", ")).map(name -> group[0] + "/" + name))
          .toList();

  /** The counter to look at. */
  static final String WATCHED = "page/home";

  private static final long PERIOD_MILLIS = 100;

  /** Seconds from one high of the watched counter to the next. */
  private static final double WAVE = 23;

  private final Timer timer = new Timer("moving-counters", true);
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  private final Random random = new Random(4711);
  private final Api api;
  private volatile boolean paused;
  private int ticks;

  private MovingCounters(Api api) {
    this.api = api;
  }

  static MovingCounters start(Api api) {
    MovingCounters counters = new MovingCounters(api);
    counters.timer.scheduleAtFixedRate(counters.new Tick(), 0, PERIOD_MILLIS);
    return counters;
  }

  /** Records nothing more, except what is being sent. */
  void pause() {
    paused = true;
  }

  /** What was said to requests that were not answered with 201. */
  List<String> refusals() {
    return List.copyOf(refusals);
  }

  /** Whether the service lists all of them. */
  boolean areListed() {
    JsonObject answer = api.get("/v1/counters/shop?limit=100").json();
    return answer.getJsonArray("counters", new JsonArray()).size() >= NAMES.size();
  }

  private void record() {
    JsonArray events = new JsonArray();
    for (int i = 0; i < NAMES.size(); i++) {
      if (ticks == 0 || random.nextDouble() < likelihood(i)) {
        events.add(event(NAMES.get(i)));
      }
    }
    for (int more = watchedEvents(); more > 0; more--) {
      events.add(event(WATCHED));
    }
    ticks++;
    try {
      Answer answer = api.post("/v1/events", "application/json", events.encode());
      if (answer.status() != 201) {
        refusals.add(answer.text());
      }
    } catch (RuntimeException failure) {
      refusals.add(failure.toString());
    }
  }

  /** One event of a counter. */
  static JsonObject event(String counter) {
    return new JsonObject().put("namespace", "shop").put("counter", counter);
  }

  /** Some counters move several times a second, some every few seconds. */
  private static double likelihood(int counter) {
    return 0.6 / (1 + counter * 7 % 23);
  }

  private int watchedEvents() {
    double seconds = ticks * PERIOD_MILLIS / 1000.0;
    double wave = 1 + Math.sin(2 * Math.PI * seconds / WAVE);
    return (int) Math.round(4 * wave + 3 * random.nextDouble());
  }

  @Override
  public void close() {
    timer.cancel();
  }

  private final class Tick extends TimerTask {
    @Override
    public void run() {
      if (!paused) {
        record();
      }
    }
  }
}
