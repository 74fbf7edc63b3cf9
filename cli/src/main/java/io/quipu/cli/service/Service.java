package io.quipu.cli.service;

import io.quipu.cli.trust.Authorities;
import io.quipu.client.ApiRequest;
import io.quipu.client.ClientOptions;
import io.quipu.client.JsonObject;
import io.quipu.client.ProblemException;
import io.quipu.client.QuipuClient;
import io.quipu.client.QuipuException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a running service, by its Java client. Each request blocks. It is repeated
 * until the timeout where that is safe, but not before the service was reached, unless the user
 * asked to wait. A request that is refused or not answered fails with {@link Unanswered}. Safe on
 * any thread, until it is closed.
 */
public final class Service implements AutoCloseable {
  /** The maximum number of counts that one request may read. */
  public static final int MOST_COUNTS = 1_000;

  /** The number of entries that one request for a list asks for. */
  public static final String PAGE = "1000";

  private static final String QUERY = "v1/query";

  private final URI base;
  private final @Nullable String credentials;
  private final Duration timeout;
  private final Duration attempt;
  private final @Nullable Authorities authorities;
  private final Contact contact;
  private @Nullable QuipuClient asking;

  /**
   * @param authorities the only authorities to trust; null for the authorities of the JVM
   */
  public Service(
      URI base,
      @Nullable String credentials,
      Duration timeout,
      @Nullable Authorities authorities,
      Contact contact) {
    this(base, credentials, timeout, authorities, contact, timeout);
  }

  /**
   * @param attempt how long one attempt may take: a long answer is not cut off, and asked for again
   */
  public Service(
      URI base,
      @Nullable String credentials,
      Duration timeout,
      @Nullable Authorities authorities,
      Contact contact,
      Duration attempt) {
    this.attempt = attempt;
    this.base = base;
    this.credentials = credentials;
    this.timeout = timeout;
    this.authorities = authorities;
    this.contact = contact;
  }

  public URI base() {
    return base;
  }

  public @Nullable String credentials() {
    return credentials;
  }

  public Duration timeout() {
    return timeout;
  }

  /** The file with the only certificates to trust, in PEM; null for the certificates of the JVM. */
  public @Nullable Path authorities() {
    return authorities == null ? null : authorities.file();
  }

  /** Makes a client of the service. The client repeats failed requests until the timeout. */
  public QuipuClient client() {
    return QuipuClient.to(options());
  }

  private ClientOptions options() {
    ClientOptions options =
        ClientOptions.at(base.toString()).giveUp(timeout).onRetry(contact::retried);
    if (credentials != null) {
      options.token(credentials);
    }
    if (authorities != null) {
      options.sslContext(authorities.context());
    }
    return options;
  }

  public Contact contact() {
    return contact;
  }

  /** Encodes a name, which may hold any character, as a segment of a path or a value of a query. */
  public static String segment(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    // A segment of dots alone is a relative path, which a proxy may resolve.
    return encoded.chars().allMatch(c -> c == '.') ? encoded.replace(".", "%2E") : encoded;
  }

  public JsonObject get(String path) {
    return send(ApiRequest.get(path.substring(1)));
  }

  /** Reads the settings of a namespace. */
  public JsonObject settings(String namespace) {
    return get("/v1/namespaces/" + segment(namespace));
  }

  /** Puts settings, which may be put again where an answer is lost. */
  public JsonObject put(String path, JsonObject settings) {
    return send(ApiRequest.put(path.substring(1), settings.toString()));
  }

  /** Makes a change, which is not made again unless it certainly was not made. */
  public JsonObject change(String method, String path, @Nullable JsonObject body) {
    String json = body == null ? null : body.toString();
    return send(ApiRequest.change(method, path.substring(1), json));
  }

  /** Counts the rows of a counter again, which changes nothing. */
  public JsonObject recount(String counterPath) {
    return send(ApiRequest.query(counterPath.substring(1) + "/recount", null));
  }

  /**
   * Asks questions.
   *
   * @param json the body, which the service reads
   * @return the answer of the service, with {@code results}
   */
  public JsonObject query(String json) {
    return send(ApiRequest.query(QUERY, json));
  }

  /** Asks questions, as {@link #query} does. Returns the answer as CSV. */
  public String queryTable(String json) {
    String table = answer(asking().send(ApiRequest.query(QUERY, json).accepting("text/csv")));
    contact.reached();
    if (!table.startsWith("id,status")) {
      throw notOfQuipu();
    }
    return table;
  }

  /**
   * Reads the exact counts of counters.
   *
   * @param counters at most {@link #MOST_COUNTS} names
   * @return the answer of the service, with {@code counts} in the order of the names
   */
  public JsonObject counts(String namespace, List<String> counters) {
    List<JsonObject> asked =
        counters.stream()
            .map(counter -> new JsonObject().put("namespace", namespace).put("counter", counter))
            .toList();
    return send(ApiRequest.query("v1/counts", new JsonObject().put("counters", asked).toString()));
  }

  /**
   * Reads a whole list, which the service returns in several answers.
   *
   * @param member the member of an answer that holds the entries
   */
  public List<JsonObject> list(String path, String member) {
    return list(path, member, Query::new);
  }

  /**
   * @param query makes the parameters of each request, besides those of the page
   */
  public List<JsonObject> list(String path, String member, Supplier<Query> query) {
    List<JsonObject> all = new ArrayList<>();
    pages(path, query, page -> all.addAll(page.objectsOrNone(member)));
    return all;
  }

  /** Reads a list, one answer after the other. */
  public void pages(String path, Supplier<Query> query, Consumer<JsonObject> each) {
    String after = null;
    do {
      JsonObject page = get(path + query.get().with("limit", PAGE).with("after", after));
      each.accept(page);
      after = page.textOrNull("next");
    } while (after != null);
  }

  /** Sends a request, and reads its answer. */
  JsonObject send(ApiRequest request) {
    String answer = answer(asking().send(request));
    contact.reached();
    try {
      return JsonObject.parse(answer);
    } catch (QuipuException e) {
      throw notOfQuipu();
    }
  }

  private Unanswered notOfQuipu() {
    return new Unanswered(base + " answers, but not as Quipu does (--url says where it is)");
  }

  private synchronized QuipuClient asking() {
    if (asking == null) {
      asking = QuipuClient.to(options().requestTimeout(attempt));
    }
    return asking;
  }

  private String answer(CompletableFuture<String> sent) {
    CompletableFuture<String> hopeless =
        contact.hopeless().thenCompose(why -> CompletableFuture.failedFuture(why));
    try {
      return (String) CompletableFuture.anyOf(sent, hopeless).join();
    } catch (CompletionException e) {
      throw unanswered(e.getCause() instanceof QuipuException why ? why : e);
    }
  }

  private Unanswered unanswered(RuntimeException why) {
    return why instanceof ProblemException refused && !Complaint.isOfQuipu(refused.problem())
        ? new Unanswered(
            base + " answers " + refused.problem().status() + ", but not as Quipu does", why)
        : new Unanswered(Complaint.of(why), why);
  }

  @Override
  public void close() {
    if (asking != null) {
      asking.close(Duration.ZERO);
    }
  }
}
