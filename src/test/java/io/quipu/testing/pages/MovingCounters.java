package io.quipu.testing.pages;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Forty counters of a shop that events are recorded of all the time, some more than others. */
final class MovingCounters implements AutoCloseable {
  static final List<String> NAMES =
      List.of(
          "basket/add",
          "basket/empty",
          "basket/remove",
          "checkout/address",
          "checkout/begin",
          "checkout/cancel",
          "checkout/done",
          "checkout/payment",
          "coupon/refused",
          "coupon/used",
          "login/failed",
          "login/ok",
          "newsletter/join",
          "newsletter/leave",
          "order/packed",
          "order/returned",
          "order/sent",
          "page/about",
          "page/home",
          "page/jobs",
          "page/news",
          "page/prices",
          "page/products",
          "page/search",
          "payment/card",
          "payment/failed",
          "payment/invoice",
          "payment/refund",
          "review/1 star",
          "review/2 stars",
          "review/3 stars",
          "review/4 stars",
          "review/5 stars",
          "stock/back in black",
          "stock/black album",
          "stock/blackout",
          "support/closed",
          "support/opened",
          "wishlist/add",
          "wishlist/share");

  private static final String WATCHED = "page/home";
  private static final long PERIOD_MILLIS = 100;

  /** Seconds from one high of the watched counter to the next. */
  private static final double WAVE = 23;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Timer timer = new Timer("moving-counters", true);
  private final Queue<String> refusals = new ConcurrentLinkedQueue<>();
  private final Random random = new Random(4711);
  private final URI service;
  private volatile boolean paused;
  private int ticks;

  private MovingCounters(URI service) {
    this.service = service;
  }

  static MovingCounters start(URI service) {
    MovingCounters counters = new MovingCounters(service);
    counters.timer.scheduleAtFixedRate(counters.new Tick(), 0, PERIOD_MILLIS);
    return counters;
  }

  /** The counter to look at. */
  String watched() {
    return WATCHED;
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
  boolean areListed() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve("/v1/counters/default?limit=100")).build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    JsonArray listed = new JsonObject(answer.body()).getJsonArray("counters");
    return listed != null && listed.size() >= NAMES.size();
  }

  private void record() {
    JsonArray events = new JsonArray();
    for (int i = 0; i < NAMES.size(); i++) {
      if (ticks == 0 || random.nextDouble() < likelihood(i)) {
        events.add(new JsonObject().put("counter", NAMES.get(i)));
      }
    }
    for (int more = watchedEvents(); more > 0; more--) {
      events.add(new JsonObject().put("counter", WATCHED));
    }
    ticks++;
    try {
      HttpRequest request =
          HttpRequest.newBuilder(service.resolve("/v1/events"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(events.encode()))
              .build();
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 201) {
        refusals.add(answer.body());
      }
    } catch (Exception failure) {
      refusals.add(failure.toString());
    }
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
