import io.quipu.generated.ApiClient;
import io.quipu.generated.ApiException;
import io.quipu.generated.JSON;
import io.quipu.generated.api.NamespacesApi;
import io.quipu.generated.api.ReadApi;
import io.quipu.generated.api.RecordApi;
import io.quipu.generated.model.Count;
import io.quipu.generated.model.Deduplicate;
import io.quipu.generated.model.Event;
import io.quipu.generated.model.Granularity;
import io.quipu.generated.model.Kind;
import io.quipu.generated.model.ListedCounter;
import io.quipu.generated.model.NamespaceSettings;
import io.quipu.generated.model.Problem;
import io.quipu.generated.model.State;
import io.quipu.generated.model.Sum;
import io.quipu.generated.model.Value;
import io.quipu.generated.model.Window;
import io.quipu.generated.model.WindowLength;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records events of each kind with the generated client, and prints what each read says of them. */
public final class UseClient {
  private static final String COUNTER = "back in black";
  private static final String SINCE = "-1d";

  private final String prefix;
  private final NamespacesApi namespaces;
  private final RecordApi recording;
  private final ReadApi reading;

  private UseClient(ApiClient client, String prefix) {
    this.prefix = prefix;
    this.namespaces = new NamespacesApi(client);
    this.recording = new RecordApi(client);
    this.reading = new ReadApi(client);
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    new UseClient(client, arguments[1]).run();
  }

  private void run() throws Exception {
    List<Event> two = List.of(new Event().id("a").delta(2L), new Event().id("b").delta(3L));
    use("event", settings(Kind.EVENT).deduplicate(new Deduplicate("7d")), two);
    use("unique", settings(Kind.UNIQUE), two);
    use("latest", settings(Kind.LATEST), List.of(value("1500").actor("P1").version(2L)));
    List<Event> increments = List.of(new Event().delta(2L), new Event().delta(3L));
    use("linear", settings(Kind.LINEAR).min(0L).max(10L), increments);
    NamespaceSettings hours = sketch(State.SUM).windows(Set.of(Granularity.HOUR));
    use("sketch", hours, List.of(value("2"), value("3.5")));
    items();
    quantiles();
    series();
    refused();
  }

  private void use(String name, NamespaceSettings settings, List<Event> events) throws Exception {
    String namespace = create(name, settings);
    Long recorded = record(namespace, events);
    Count count = read(namespace, null, null);
    Window window =
        reading
            .readWindows(
                namespace, COUNTER, WindowLength.HOUR, null, SINCE, null, null, null, null, null, null,
                null, null)
            .getWindows()
            .stream()
            .filter(one -> one.getEvents() > 0)
            .findFirst()
            .orElseThrow();
    Sum total =
        reading.readTotal(
            namespace, COUNTER, null, SINCE, null, null, null, null, null, null, null, null, null);
    ListedCounter top = ranked(namespace);
    print(
        name,
        recorded,
        number(count.getCount(), count.getEstimate()),
        number(window.getCount(), window.getEstimate()),
        number(total.getCount(), total.getEstimate()),
        number(top.getCount(), top.getEstimate()));
  }

  private static Object number(Long count, BigDecimal estimate) {
    return count == null ? estimate : count;
  }

  private String create(String name, NamespaceSettings settings) throws ApiException {
    String namespace = prefix + name;
    namespaces.putNamespace(namespace, settings, null, null);
    return namespace;
  }

  private Long record(String namespace, List<Event> events) throws ApiException {
    return recording.recordEvents(namespace, COUNTER, null, null, events).getEvents();
  }

  private Count read(String namespace, String by, String ranks) throws ApiException {
    return reading.readCount(
        namespace, COUNTER, by, null, null, null, null, ranks, null, null, null);
  }

  /** Waits for the largest counter: lists have what is settled. */
  private ListedCounter ranked(String namespace) throws Exception {
    List<ListedCounter> counters = List.of();
    while (counters.isEmpty()) {
      Thread.sleep(100);
      counters =
          reading
              .topCounters(
                  namespace, null, null, null, null, null, null, null, null, null, null, null)
              .getCounters();
    }
    return counters.get(0);
  }

  private void items() throws Exception {
    String namespace = create("items", sketch(State.TOP));
    Event song = new Event().value(new Value(COUNTER));
    record(namespace, List.of(song, song, value("7")));
    print(
        "items",
        read(namespace, null, null).getItems().stream()
            .map(one -> one.getItem().getActualInstance() + ":" + one.getLower())
            .toArray());
  }

  private void quantiles() throws Exception {
    String namespace = create("quantiles", sketch(State.QUANTILES));
    BigDecimal before = median(namespace);
    record(namespace, List.of(value("3.5")));
    print("quantiles", before, median(namespace));
  }

  private BigDecimal median(String namespace) throws ApiException {
    return read(namespace, null, "0.5").getQuantiles().get(0).getValue();
  }

  private void series() throws Exception {
    String namespace = create("series", new NamespaceSettings().addLabelsItem("country"));
    record(namespace, Stream.of("CH", "CH", "DE").map(UseClient::labelled).toList());
    print(
        "series",
        read(namespace, "country", null).getSeries().stream()
            .map(one -> one.getLabels().get("country") + ":" + one.getCount())
            .toArray());
  }

  private static Event labelled(String country) {
    return new Event().labels(Map.of("country", country));
  }

  private void refused() throws Exception {
    try {
      read("nowhere", null, null);
    } catch (ApiException refusal) {
      Problem problem = JSON.getDefault().getMapper().readValue(refusal.getResponseBody(), Problem.class);
      print("refused", refusal.getCode(), problem.getType());
    }
  }

  private static void print(String name, Object... read) {
    System.out.println(
        name + Stream.of(read).map(one -> " " + one).collect(Collectors.joining()));
  }

  private static NamespaceSettings settings(Kind kind) {
    return new NamespaceSettings().kind(kind);
  }

  private static NamespaceSettings sketch(State state) {
    return settings(Kind.SKETCH).state(state);
  }

  private static Event value(String number) {
    return new Event().value(new Value(new BigDecimal(number)));
  }
}
