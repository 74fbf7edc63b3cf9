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
 * A running service, as a caller sees it. Each request blocks, and is sent once, except in
 * {@linkplain #patiently long work}. A request that is refused or not answered fails with {@link
 * Unanswered}. For one thread.
 */
final class Service {
  /** The most counts that one request may read. */
  static final int MOST_COUNTS = 1_000;

  /** The largest page of a list. */
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

  /** The only certificates to trust, in PEM; null for the certificates of the JVM. */
  @Nullable Path authorities() {
    return authorities == null ? null : authorities.file();
  }

  /** A client of the service, which repeats a request for the time that an answer may take. */
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

  /** Encodes a name as a segment of a path; a name may hold any character. */
  static String segment(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    // A segment of dots alone is a relative path, which a proxy may resolve.
    return encoded.chars().allMatch(c -> c == '.') ? encoded.replace(".", "%2E") : encoded;
  }

  /**
   * Repeats a read that fails for a passing reason, for as long as an answer may take. So long work
   * does not end because one request of thousands fails. The read is not repeated if the service
   * has never answered.
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
   * The exact counts of counters, in the order of the argument.
   *
   * @param counters at most {@link #MOST_COUNTS}
   * @return the answer of the service, with the counts in {@code counts}
   */
  JsonObject counts(String namespace, List<String> counters) {
    JsonArray asked = new JsonArray();
    for (String counter : counters) {
      asked.add(new JsonObject().put("namespace", namespace).put("counter", counter));
    }
    return ask("POST", "/v1/counts", new JsonObject().put("counters", asked));
  }

  /**
   * The whole of a list that the service returns in pages.
   *
   * @param member the member of a page that holds the entries
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

  /** Sends a request. Any request may be repeated after a failed connect: nothing was sent. */
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
      return "There was no connection to " + base + " within " + connectLimit.toSeconds() + " s";
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
