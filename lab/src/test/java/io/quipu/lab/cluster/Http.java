package io.quipu.lab.cluster;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The HTTP API of one instance. May be shared between threads. */
record Http(URI base) {
  private static final Duration HANGS = Duration.ofSeconds(8);

  /** Longer than it takes until all instances know of a change. */
  private static final Duration CHANGE_HANGS = Duration.ofSeconds(25);

  private static final Duration RECOUNT_HANGS = Duration.ofSeconds(40);

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  record Answer(int status, String text) {
    JsonObject json() {
      return new JsonObject(text);
    }

    /** The last part of a problem's type. */
    String problem() {
      return json().getString("type", "").replace("/problems/", "");
    }

    Answer expect(int expected) {
      if (status != expected) {
        throw new AssertionError("answered " + status + ", not " + expected + ": " + text);
      }
      return this;
    }
  }

  /** At a port of this machine. */
  static Http at(InetSocketAddress address) {
    return new Http(URI.create("http://127.0.0.1:" + address.getPort()));
  }

  static String path(String namespace, String counter) {
    return "/v1/counters/" + namespace + "/" + counter;
  }

  Answer get(String path) {
    return send(HttpRequest.newBuilder(base.resolve(path)).GET(), HANGS);
  }

  /** A meter without labels, as {@code /metrics} has it. */
  double gauge(String name) {
    return get("/metrics")
        .expect(200)
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(base + " has no meter " + name));
  }

  Answer post(String path, String type, String body) {
    return send(request(path, type).POST(BodyPublishers.ofString(body)), HANGS);
  }

  /** A recount reads all rows that there are, and is given five times as long as other requests. */
  Answer recount(String path) {
    return send(request(path, "application/json").POST(BodyPublishers.ofString("")), RECOUNT_HANGS);
  }

  Answer put(String path, String body) {
    return send(request(path, "application/json").PUT(BodyPublishers.ofString(body)), CHANGE_HANGS);
  }

  Answer delete(String path) {
    return send(HttpRequest.newBuilder(base.resolve(path)).DELETE(), CHANGE_HANGS);
  }

  private HttpRequest.Builder request(String path, String type) {
    return HttpRequest.newBuilder(base.resolve(path)).header("Content-Type", type);
  }

  /**
   * Sends a request, once.
   *
   * @throws UncheckedIOException if the connection broke, or nothing came back in time
   */
  private static Answer send(HttpRequest.Builder request, Duration hangs) {
    try {
      HttpResponse<String> response =
          CLIENT.send(request.timeout(hangs).build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
