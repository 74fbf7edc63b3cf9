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
 * Sends requests to a running service. Each request blocks, and is sent once, except in {@linkplain
 * #patiently long work} and by the {@link #client}. A request that is refused or not answered fails
 * with {@link Unanswered}. For one thread.
 */
final class Service {
  /** The maximum number of counts that one request may read. */
  static final int MOST_COUNTS = 1_000;

  /** The number of entries that one request for a list asks for. */
  static final String PAGE = "1000";

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  private final URI base;
  private final @Nullable String credentials;
  private final Duration timeout;
  private final Duration connectLimit;
  private final @Nullable Authorities authorities;
  private final HttpClient http;

  private final Contact contact;

  /**
   * @param authorities the only authorities to trust; null for the authorities of the JVM
   */
  Service(
      URI base,
      @Nullable String credentials,
      Duration timeout,
      @Nullable Authorities authorities,
      Contact contact) {
    this(base, credentials, timeout, authorities, contact, CONNECT_LIMIT);
  }

  /**
   * @param connectLimit how long one attempt to connect may take
   */
  Service(
      URI base,
      @Nullable String credentials,
      Duration timeout,
      @Nullable Authorities authorities,
      Contact contact,
      Duration connectLimit) {
    this.base = base;
    this.credentials = credentials;
    this.timeout = timeout;
    this.connectLimit = connectLimit;
    this.authorities = authorities;
    this.contact = contact;
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(connectLimit);
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

  /** The file with the only certificates to trust, in PEM; null for the certificates of the JVM. */
  @Nullable Path authorities() {
    return authorities == null ? null : authorities.file();
  }

  /** Makes a client of the service. The client repeats failed requests until the timeout. */
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

  /** Encodes a name, which may hold any character, as a segment of a path or a value of a query. */
  static String segment(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    // A segment of dots alone is a relative path, which a proxy may resolve.
    return encoded.chars().allMatch(c -> c == '.') ? encoded.replace(".", "%2E") : encoded;
  }

  /**
   * Makes a read, and repeats the read while it fails for a passing reason, until the timeout is
   * over. This way, long work does not fail because of one request of thousands. The read is not
   * repeated if the service was never reached.
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
   * Reads the exact counts of counters.
   *
   * @param counters at most {@link #MOST_COUNTS} names
   * @return the answer of the service, with {@code counts} in the order of the names
   */
  JsonObject counts(String namespace, List<String> counters) {
    JsonArray asked = new JsonArray();
    for (String counter : counters) {
      asked.add(new JsonObject().put("namespace", namespace).put("counter", counter));
    }
    return ask("POST", "/v1/counts", new JsonObject().put("counters", asked));
  }

  /**
   * Reads a whole list, which the service returns in several answers.
   *
   * @param member the member of an answer that holds the entries
   */
  JsonArray list(String path, String member) {
    return list(path, member, Query::new);
  }

  /**
   * @param query makes the parameters of each request, besides those of the page
   */
  JsonArray list(String path, String member, Supplier<Query> query) {
    JsonArray all = new JsonArray();
    String after = null;
    do {
      JsonObject page = get(path + query.get().with("limit", PAGE).with("after", after));
      page.getJsonArray(member, new JsonArray()).forEach(all::add);
      after = page.getString("next");
    } while (after != null);
    return all;
  }

  private JsonObject send(HttpRequest request) {
    HttpResponse<String> response;
    try {
      response = sent(request);
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new Unanswered(notReached(e), true);
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

  /** Sends a request. A repeat after a failed connect is safe, because nothing was sent. */
  private HttpResponse<String> sent(HttpRequest request) throws IOException, InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (true) {
      try {
        return http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
      } catch (ConnectException | HttpConnectTimeoutException e) {
        long left = end - System.nanoTime();
        if (!contact.isAwaited() || FIRST_PAUSE.toNanos() > left) {
          throw e;
        }
        contact.again(notReached(e), Duration.ofNanos(left));
        Thread.sleep(FIRST_PAUSE.toMillis());
      }
    }
  }

  private String notReached(IOException failure) {
    if (failure instanceof HttpConnectTimeoutException) {
      long seconds = Math.min(connectLimit.toSeconds(), timeout.toSeconds());
      return "There was no connection to " + base + " within " + seconds + " s";
    }
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
