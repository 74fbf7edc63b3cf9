package io.quipu.cli.bench;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Sends requests over its own connections. If the plan has a rate, requests are due at fixed times,
 * even if earlier requests are late. A request may wait for a free connection. The latency of the
 * request includes the wait, to avoid coordinated omission (Gil Tene). Confined to one context.
 */
final class Load {
  private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(1);

  private final LoadPlan plan;
  private final Context context;
  private final Vertx vertx;
  private final HttpClient client;
  private final List<RequestOptions> requests;
  private final Promise<LoadResult> done = Promise.promise();
  private final Histogram latency = new Histogram(MOST_MICROS, 3);

  private long begin;
  private long sent;
  private int underWay;
  private long acknowledged;
  private long refused;
  private long unknown;
  private long measuredRequests;

  private Load(Vertx vertx, Context context, LoadPlan plan) {
    this.plan = plan;
    this.context = context;
    this.vertx = vertx;
    HttpClientOptions options =
        new HttpClientOptions()
            .setKeepAlive(true)
            .setConnectTimeout((int) Math.min(Integer.MAX_VALUE, plan.timeout().toMillis()));
    if (plan.authorities() != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(plan.authorities().toString()));
    }
    this.client =
        vertx.createHttpClient(
            options, new PoolOptions().setHttp1MaxSize(plan.connections()).setMaxWaitQueueSize(-1));
    this.requests = plan.counterNames().stream().map(plan::request).toList();
  }

  /** Runs a plan. Completes after the last answer. */
  static Future<LoadResult> run(Vertx vertx, LoadPlan plan) {
    Context context = vertx.getOrCreateContext();
    Promise<LoadResult> done = Promise.promise();
    context.runOnContext(
        now -> {
          try {
            new Load(vertx, context, plan).start().onComplete(done);
          } catch (RuntimeException e) {
            done.fail(e);
          }
        });
    return done.future();
  }

  private Future<LoadResult> start() {
    begin = System.nanoTime();
    if (plan.rate() == 0) {
      for (int i = 0; i < plan.connections(); i++) {
        send(System.nanoTime());
      }
    } else {
      vertx.setPeriodic(1, this::sendWhatIsDue);
    }
    return done.future().eventually(client::close);
  }

  private void sendWhatIsDue(long timer) {
    long now = System.nanoTime();
    if (isOver(now)) {
      vertx.cancelTimer(timer);
      endIfAnswered();
      return;
    }
    while (dueAt(sent) <= now && underWay < plan.connections()) {
      send(dueAt(sent));
    }
  }

  private long dueAt(long number) {
    return begin + (long) (number * 1e9 / plan.rate());
  }

  private long unsent() {
    if (plan.rate() == 0) {
      return 0;
    }
    double seconds = plan.warmUp().plus(plan.measured()).toNanos() / 1e9;
    return plan.batch() * Math.max(0, (long) (seconds * plan.rate()) - sent);
  }

  private boolean isOver(long now) {
    return now - begin >= plan.warmUp().plus(plan.measured()).toNanos();
  }

  private void send(long due) {
    long number = sent++;
    underWay++;
    Buffer body = Buffer.buffer(plan.body(number));
    client
        .request(requests.get((int) (number % requests.size())))
        .compose(request -> answered(request, body))
        .onComplete(status -> answered(due, status.succeeded() ? status.result() : Status.UNKNOWN));
  }

  private static Future<Status> answered(HttpClientRequest request, Buffer body) {
    return request
        .send(body)
        .compose(
            response ->
                response.body().map(text -> Status.of(response.statusCode(), text.toString())));
  }

  private void answered(long due, Status status) {
    context.runOnContext(now -> enter(due, status));
  }

  private void enter(long due, Status status) {
    long now = System.nanoTime();
    underWay--;
    switch (status) {
      case RECORDED -> acknowledged += plan.batch();
      case REFUSED -> refused += plan.batch();
      case UNKNOWN -> unknown += plan.batch();
    }
    if (status == Status.RECORDED && due - begin >= plan.warmUp().toNanos()) {
      latency.recordValue(Math.min(MOST_MICROS, TimeUnit.NANOSECONDS.toMicros(now - due)));
      measuredRequests++;
    }
    if (plan.rate() == 0 && !isOver(now)) {
      send(now);
    } else if (plan.rate() > 0 && !isOver(now) && dueAt(sent) <= now) {
      send(dueAt(sent));
    } else {
      endIfAnswered();
    }
  }

  private void endIfAnswered() {
    if (underWay == 0 && isOver(System.nanoTime())) {
      done.tryComplete(
          new LoadResult(
              acknowledged,
              refused,
              unknown,
              unsent(),
              measuredRequests,
              measuredRequests * plan.batch(),
              plan.measured(),
              latency));
    }
  }

  /** The meaning of an answer for its events. */
  private enum Status {
    RECORDED,
    REFUSED,
    UNKNOWN;

    static Status of(int status, String body) {
      if (status == 201) {
        return RECORDED;
      }
      boolean unknown = status >= 500 && (status != 503 || body.contains("outcome-unknown"));
      return unknown ? UNKNOWN : REFUSED;
    }
  }
}
