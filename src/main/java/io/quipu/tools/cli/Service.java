package io.quipu.tools.cli;

import io.quipu.client.ClientOptions;
import io.quipu.client.QuipuClient;
import io.quipu.tools.cli.trust.Authorities;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * A running service, as a caller sees it. Each request is sent once, but for those of {@linkplain
 * #patiently long work}, and blocks. It fails with {@link Unanswered} if it is refused or not
 * answered. For one thread.
 */
final class Service {
  /** As many as may be read at once. */
  static final int MOST_COUNTS = 1_000;

  /** The largest page of a list. */
  static final String PAGE = "1000";

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  private final URI base;
  private final @Nullable String credentials;
  private final Duration timeout;
  private final @Nullable Authorities authorities;
  private final HttpClient http;

  private final Contact contact;

  /**
   * @param authorities whom to trust alone, or null for those that the JVM trusts
   */
  Service(
      URI base,
      @Nullable String credentials,
      Duration timeout,
      @Nullable Authorities authorities,
      Contact contact) {
    this.base = base;
    this.credentials = credentials;
    this.timeout = timeout;
    this.authorities = authorities;
    this.contact = contact;
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_LIMIT);
    if (authorities != null) {
      builder.sslContext(authorities.context());
    }
    this.http = builder.build();
  }

  URI base() {
    return base;
  }

  @Nullable String credentials() {
    return credentials;
  }

  Duration timeout() {
    return timeout;
  }

  /** Certificates in PEM that alone are trusted, or null for those that the JVM trusts. */
  @Nullable Path authorities() {
    return authorities == null ? null : authorities.file();
  }

  /** A client of it, which tries for as long as an answer may take. */
  QuipuClient client() {
    ClientOptions options =
        ClientOptions.at(base.toString()).giveUp(timeout).onRetry(contact::retried);
    if (credentials != null) {
      options.token(credentials);
    }
    if (authorities != null) {
      options.sslContext(authorities.context());
    }
    return QuipuClient.to(options);
  }

  Contact contact() {
    return contact;
  }

  /** A segment of a path: names may hold anything. */
  static String segment(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    // Paths are taken apart before they are decoded, but for dots alone.
    return encoded.chars().allMatch(c -> c == '.') ? encoded.replace(".", "%2E") : encoded;
  }

  /**
   * Reads again what cannot be had for a moment, for as long as an answer may take: of long work,
   * that should not break off for one request of thousands. A service that never answered yet is
   * not waited for.
   */
  JsonObject patiently(Supplier<JsonObject> read) {
    long end = System.nanoTime() + timeout.toNanos();
    for (Duration pause = FIRST_PAUSE; ; pause = pause.multipliedBy(2)) {
      try {
        return read.get();
      } catch (Unanswered e) {
        Duration next = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        long left = end - System.nanoTime();
        if (!e.isPassing() || !contact.isReached() || next.toNanos() > left) {
          throw e;
        }
        contact.again(String.valueOf(e.getMessage()), Duration.ofNanos(left));
        sleep(next);
      }
    }
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("Interrupted");
    }
  }

  JsonObject get(String path) {
    return ask("GET", path, null);
  }

  /** Sends a request, and reads its answer. */
  JsonObject ask(String method, String path, @Nullable JsonObject body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(timeout)
            .header("Accept", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.encode()));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    if (credentials != null) {
      request.header("Authorization", "Bearer " + credentials);
    }
    return send(request.build());
  }

  /**
   * The exact counts of counters, in their order.
   *
   * @param counters at most {@link #MOST_COUNTS}
   * @return what the service answers, with the counts in {@code counts}
   */
  JsonObject counts(String namespace, List<String> counters) {
    JsonArray asked = new JsonArray();
    for (String counter : counters) {
      asked.add(new JsonObject().put("namespace", namespace).put("counter", counter));
    }
    return ask("POST", "/v1/counts", new JsonObject().put("counters", asked));
  }

  /**
   * A list that the service has in pages, whole.
   *
   * @param member of the pages that has what is listed
   */
  JsonArray list(String path, String member) {
    JsonArray all = new JsonArray();
    String after = null;
    do {
      JsonObject page = get(path + new Query().with("limit", PAGE).with("after", after));
      page.getJsonArray(member, new JsonArray()).forEach(all::add);
      after = page.getString("next");
    } while (after != null);
    return all;
  }

  private JsonObject send(HttpRequest request) {
    HttpResponse<String> response;
    try {
      response = sent(request);
    } catch (ConnectException e) {
      throw new Unanswered(notReached(e), true);
    } catch (HttpConnectTimeoutException e) {
      throw new Unanswered(
          "There was no connection to " + base + " within " + CONNECT_LIMIT.toSeconds() + " s",
          true);
    } catch (HttpTimeoutException e) {
      throw new Unanswered(base + " did not answer within " + timeout.toSeconds() + " s", true);
    } catch (SSLHandshakeException e) {
      throw new Unanswered(base + " is not trusted (--ca-file): " + e.getMessage());
    } catch (IOException e) {
      throw new Unanswered(base + " broke off: " + e.getMessage(), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Unanswered("Interrupted");
    }
    if (response.statusCode() >= 300) {
      throw new Unanswered(problem(response), isPassing(response.statusCode()));
    }
    contact.reached();
    try {
      return new JsonObject(response.body());
    } catch (DecodeException e) {
      throw new Unanswered(base + " answers, but not as Quipu does");
    }
  }

  /** Nothing was sent where there is no connection, so it may be tried again whatever it is. */
  private HttpResponse<String> sent(HttpRequest request) throws IOException, InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      try {
        return http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
      } catch (ConnectException e) {
        long left = end - System.nanoTime();
        if (!contact.isAwaited() || FIRST_PAUSE.toNanos() > left) {
          throw e;
        }
        contact.again(notReached(e), Duration.ofNanos(left));
        Thread.sleep(FIRST_PAUSE.toMillis());
      }
    }
  }

  private String notReached(ConnectException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "The host of " + base + " is not known: is the address right (--url)?";
      }
    }
    return "Nobody listens at " + base + ": is the service running, is the address right (--url)?";
  }

  private static boolean isPassing(int status) {
    return switch (status) {
      case 408, 429, 502, 503, 504 -> true;
      default -> false;
    };
  }

  private String problem(HttpResponse<String> response) {
    try {
      JsonObject problem = new JsonObject(response.body());
      return response.statusCode()
          + " "
          + problem.getString("title", "")
          + ": "
          + problem.getString("detail", "");
    } catch (DecodeException | ClassCastException e) {
      return base + " answers " + response.statusCode() + ", but not as Quipu does";
    }
  }
}
