package io.quipu.client;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The Java client, asked in this JVM. */
final class JavaUnderTest implements ClientUnderTest {
  private final ClientOptions options;
  private final QuipuClient client;
  private final JavaKinds kinds;
  private final JavaQueries queries;
  private final JavaChanges changes;
  private final String namespace;
  private final JavaLives lives;

  JavaUnderTest(String address, String namespace, String token, JsonObject options) {
    this.namespace = namespace;
    this.options = options(address, namespace, token, options);
    this.client = QuipuClient.to(this.options);
    this.kinds = new JavaKinds(client, namespace);
    this.queries = new JavaQueries(client, namespace);
    this.changes = new JavaChanges(client, namespace);
    this.lives = new JavaLives(client, namespace);
  }

  private static ClientOptions options(
      String address, String namespace, String token, JsonObject json) {
    ClientOptions options = ClientOptions.at(address).namespace(namespace);
    if (token != null) {
      options.token(token);
    }
    for (String name : json.fieldNames()) {
      switch (name) {
        case "lingerMs" -> options.linger(Duration.ofMillis(json.getInteger(name)));
        case "maxBatchEvents" -> options.batchEvents(json.getInteger(name));
        case "maxBatchBytes" -> options.batchBytes(json.getInteger(name));
        case "maxInFlight" -> options.inFlight(json.getInteger(name));
        case "maxWaiting" -> options.waiting(json.getInteger(name));
        case "requestTimeoutMs" -> options.requestTimeout(Duration.ofMillis(json.getInteger(name)));
        case "giveUpMs" -> options.giveUp(Duration.ofMillis(json.getInteger(name)));
        case "coalesce" -> options.coalesce(json.getBoolean(name));
        default -> throw new IllegalArgumentException(name);
      }
    }
    return options;
  }

  @Override
  public CompletableFuture<JsonObject> ask(JsonObject request) {
    return switch (request.getString("op")) {
      case "add" -> answered(add(request).thenApply(done -> new JsonObject()));
      case "addMany" -> addMany(request);
      case "get" ->
          answered(
              client
                  .get(ref(request), texts(request.getJsonObject("where", new JsonObject())))
                  .thenApply(
                      count ->
                          JavaKinds.bounds(text(count.count(), count.events()), count.bounds())));
      case "getMany" -> answered(client.getAll(refs(request)).thenApply(JavaUnderTest::counts));
      case "series" -> answered(series(request));
      case "query" -> answered(queries.query(request));
      case "windows" ->
          answered(request.containsKey("range") ? queries.windows(request) : windows(request));
      case "total" ->
          answered(request.containsKey("range") ? queries.total(request) : total(request));
      case "seriesPage" -> answered(seriesPage(request));
      case "state" -> answered(kinds.state(request));
      case "value" -> answered(kinds.value(request));
      case "increment" -> answered(kinds.increment(request));
      case "sketch" -> answered(kinds.sketch(request));
      case "sketchMany" -> answered(kinds.sketches(refs(request)));
      case "sketchWindows" -> answered(kinds.windows(request));
      case "sketchTotal" -> answered(kinds.total(request));
      case "top" -> answered(request.containsKey("range") ? queries.top(request) : top(request));
      case "putNamespace" -> changed(changes.put(request));
      case "reset" -> changed(changes.reset(request));
      case "recount" -> answered(changes.recount(request));
      case "counters" -> answered(changes.counters(request));
      case "unlive" -> {
        lives.end(request);
        yield ok(new JsonObject());
      }
      case "closes" -> CompletableFuture.supplyAsync(() -> closes(request));
      case "close" ->
          CompletableFuture.supplyAsync(
              () -> ok(client.close(Duration.ofMillis(request.getLong("withinMs")))));
      default -> throw new IllegalArgumentException(request.encode());
    };
  }

  private CompletableFuture<Void> add(JsonObject request) {
    String where = request.getString("namespace", namespace);
    int events = request.getInteger("events", 1);
    long delta = request.getLong("delta", (long) events);
    String id = request.getString("id");
    String counter = request.getString("counter");
    String time = request.getString("time");
    Map<String, String> labels = texts(request.getJsonObject("labels", new JsonObject()));
    if (id == null && events == 1 && time == null && labels.isEmpty()) {
      return client.add(where, counter, delta);
    }
    Event event =
        new Event(where, counter, delta, events, id == null ? Event.newId() : id).with(labels);
    return client.add(time == null ? event : event.at(Instant.parse(time)));
  }

  private static Map<String, String> texts(JsonObject json) {
    Map<String, String> texts = new HashMap<>();
    json.forEach(text -> texts.put(text.getKey(), (String) text.getValue()));
    return texts;
  }

  static Breakdown breakdown(JsonObject request) {
    List<String> by =
        request.getJsonArray("by", new JsonArray()).stream().map(String.class::cast).toList();
    return new Breakdown(
        by,
        texts(request.getJsonObject("where", new JsonObject())),
        request.getInteger("limit", 0));
  }

  private CompletableFuture<JsonObject> seriesPage(JsonObject request) {
    return client
        .seriesPage(ref(request), breakdown(request), request.getString("after"))
        .thenApply(page -> counted(page.series()).put("next", page.next()));
  }

  private CompletableFuture<JsonObject> series(JsonObject request) {
    Breakdown breakdown = breakdown(request);
    String granularity = request.getString("granularity");
    Instant from = time(request.getString("from"));
    Instant to = time(request.getString("to"));
    if (granularity != null) {
      return client
          .windowSeries(
              ref(request),
              breakdown,
              Granularity.valueOf(granularity.toUpperCase(Locale.ROOT)),
              from,
              to,
              zone(request))
          .thenApply(all -> series(all, one -> labels(windows(one.windows()), one.labels())));
    }
    if (from != null) {
      return client
          .totalSeries(
              ref(request), breakdown, from, to, zone(request), request.containsKey("compare"))
          .thenApply(all -> series(all, one -> labels(sum(one.total()), one.labels())));
    }
    return client.series(ref(request), breakdown).thenApply(JavaUnderTest::counted);
  }

  static JsonObject counted(List<Series> all) {
    return series(all, one -> labels(text(one.count(), one.events()), one.labels()));
  }

  private static <T> JsonObject series(List<T> all, Function<T, JsonObject> one) {
    return new JsonObject().put("series", new JsonArray(all.stream().map(one).toList()));
  }

  private static JsonObject labels(JsonObject series, Map<String, String> labels) {
    return series.put("labels", new JsonObject(new TreeMap<>(labels)));
  }

  private CompletableFuture<JsonObject> addMany(JsonObject request) {
    List<String> counters = names(request);
    int events = request.getInteger("count");
    List<CompletableFuture<String>> ends = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      String counter = counters.get(i % counters.size());
      ends.add(addUntilTaken(counter).handle((done, failure) -> endOf(failure)));
    }
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
        .thenApply(
            all -> {
              List<String> words = ends.stream().map(CompletableFuture::join).toList();
              JsonObject sums = new JsonObject().put("ok", true);
              for (String end : List.of("acknowledged", "inDoubt", "refused", "failed")) {
                sums.put(end, Collections.frequency(words, end));
              }
              return sums;
            });
  }

  private CompletableFuture<Void> addUntilTaken(String counter) {
    return client
        .add(counter)
        .exceptionallyCompose(
            failure ->
                unwrapped(failure) instanceof FullException
                    ? new CompletableFuture<Void>()
                        .completeOnTimeout(null, 10, TimeUnit.MILLISECONDS)
                        .thenCompose(room -> addUntilTaken(counter))
                    : CompletableFuture.failedFuture(failure));
  }

  private JsonObject closes(JsonObject request) {
    int clients = request.getInteger("clients");
    int events = request.getInteger("events");
    Map<String, List<Event>> ended = new HashMap<>();
    for (int i = 0; i < clients; i++) {
      QuipuClient one = QuipuClient.to(options);
      List<Event> added =
          Stream.generate(() -> Event.of(namespace, request.getString("counter"), 1))
              .limit(events)
              .toList();
      List<CompletableFuture<Void>> futures = added.stream().map(one::add).toList();
      one.close(Duration.ofMillis(i % (request.getInteger("withinMs") + 1)));
      for (int e = 0; e < events; e++) {
        String end = endOf(futures.get(e).handle((done, failure) -> failure).join());
        ended.computeIfAbsent(end, any -> new ArrayList<>()).add(added.get(e));
      }
    }
    JsonObject answer = new JsonObject().put("ok", true);
    for (String end : List.of("acknowledged", "inDoubt", "refused", "failed")) {
      List<Event> those = ended.getOrDefault(end, List.of());
      answer.put(end, new JsonArray(those.stream().map(JavaKinds::members).toList()));
    }
    return answer;
  }

  private static String endOf(Throwable failure) {
    if (failure == null) {
      return "acknowledged";
    }
    Throwable cause = unwrapped(failure);
    return cause instanceof InDoubtException
        ? "inDoubt"
        : cause instanceof RefusedException ? "refused" : "failed";
  }

  private CompletableFuture<JsonObject> windows(JsonObject request) {
    return client
        .windows(
            ref(request),
            Granularity.valueOf(request.getString("granularity").toUpperCase(Locale.ROOT)),
            time(request.getString("from")),
            time(request.getString("to")),
            zone(request))
        .thenApply(JavaUnderTest::windows);
  }

  static JsonObject windows(List<Window> windows) {
    JsonArray list = new JsonArray();
    windows.forEach(
        window ->
            list.add(
                text(window.count(), window.events())
                    .put("start", window.start().toString())
                    .put("end", window.end().toString())
                    .put("settled", window.settled())));
    return new JsonObject().put("windows", list);
  }

  private CompletableFuture<JsonObject> top(JsonObject request) {
    String granularity = request.getString("granularity");
    return client
        .top(
            request.getString("namespace", namespace),
            request.getInteger("n"),
            granularity == null ? null : Granularity.valueOf(granularity.toUpperCase(Locale.ROOT)),
            time(request.getString("window")),
            zone(request))
        .thenApply(JavaUnderTest::ranking);
  }

  private CompletableFuture<JsonObject> total(JsonObject request) {
    return client
        .total(
            ref(request),
            Instant.parse(request.getString("from")),
            time(request.getString("to")),
            zone(request),
            request.containsKey("compare"))
        .thenApply(JavaUnderTest::sum);
  }

  static JsonObject sum(Total total) {
    JsonObject sum =
        text(total.count(), total.events())
            .put("from", total.from().toString())
            .put("to", total.to().toString())
            .put("settled", total.settled());
    return total.previous() == null ? sum : sum.put("previous", sum(total.previous()));
  }

  private static ZoneId zone(JsonObject request) {
    return request.containsKey("tz") ? ZoneId.of(request.getString("tz")) : null;
  }

  private static Instant time(String text) {
    return text == null ? null : Instant.parse(text);
  }

  @Override
  public CompletableFuture<JsonObject> live(JsonObject request, Consumer<JsonObject> messages) {
    lives.follow(request, messages);
    return ok(new JsonObject());
  }

  private CounterRef ref(JsonObject request) {
    return new CounterRef(request.getString("namespace", namespace), request.getString("counter"));
  }

  private List<CounterRef> refs(JsonObject request) {
    return refs(request, request.getString("namespace", namespace));
  }

  static List<CounterRef> refs(JsonObject request, String namespace) {
    return names(request).stream().map(counter -> new CounterRef(namespace, counter)).toList();
  }

  private static List<String> names(JsonObject request) {
    return request.getJsonArray("counters").stream().map(String.class::cast).toList();
  }

  static JsonObject text(Object count, Object events) {
    return new JsonObject().put("count", count.toString()).put("events", events.toString());
  }

  private static JsonObject counts(List<Count> counts) {
    return new JsonObject()
        .put("counts", new JsonArray(counts.stream().map(one -> one.count().toString()).toList()));
  }

  static JsonObject ranking(List<Ranked> ranking) {
    JsonArray list = new JsonArray();
    ranking.forEach(
        one ->
            list.add(
                new JsonObject()
                    .put("counter", one.counter())
                    .put("count", one.count().toString())));
    return new JsonObject().put("counters", list);
  }

  private static JsonObject ok(List<Recordable> inDoubt) {
    JsonArray list = new JsonArray();
    inDoubt.forEach(event -> list.add(JavaKinds.members(event)));
    return new JsonObject().put("ok", true).put("inDoubt", list);
  }

  private static CompletableFuture<JsonObject> ok(JsonObject answer) {
    return CompletableFuture.completedFuture(answer.put("ok", true));
  }

  private static CompletableFuture<JsonObject> answered(CompletableFuture<JsonObject> answer) {
    return answer
        .thenApply(members -> members.put("ok", true))
        .exceptionally(failure -> error(unwrapped(failure)));
  }

  private static CompletableFuture<JsonObject> changed(CompletableFuture<JsonObject> answer) {
    return answer
        .thenApply(members -> members.put("ok", true))
        .exceptionally(failure -> JavaChanges.error(unwrapped(failure), error(unwrapped(failure))));
  }

  private static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  static JsonObject error(Throwable error) {
    if (error instanceof ProblemException problem) {
      return problem(new JsonObject().put("error", "problem"), problem);
    }
    if (error instanceof EventException ended) {
      JsonObject members = JavaKinds.members(ended.event()).put("detail", ended.getMessage());
      members.put("error", ended instanceof InDoubtException ? "in-doubt" : "refused");
      return ended.getCause() instanceof ProblemException problem
          ? problem(members, problem)
          : members;
    }
    String word =
        error instanceof FullException
            ? "full"
            : error instanceof ClosedException ? "closed" : "failed";
    return new JsonObject().put("error", word).put("detail", error.toString());
  }

  private static JsonObject problem(JsonObject members, ProblemException error) {
    Problem problem = error.problem();
    return members
        .put("status", problem.status())
        .put("type", problem.type())
        .put("title", problem.title())
        .put("detail", members.getString("detail", problem.detail()));
  }

  @Override
  public void close() {
    client.close(Duration.ZERO);
  }
}
