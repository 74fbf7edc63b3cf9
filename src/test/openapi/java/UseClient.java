import io.quipu.generated.ApiClient;
import io.quipu.generated.ApiException;
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
import io.quipu.generated.model.RecordEventsRequest;
import io.quipu.generated.model.State;
import io.quipu.generated.model.Sum;
import io.quipu.generated.model.Value;
import io.quipu.generated.model.Window;
import io.quipu.generated.model.WindowLength;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
    counts("event", settings(Kind.EVENT).deduplicate(new Deduplicate("7d")), two);
    counts("unique", settings(Kind.UNIQUE), two);
    counts("latest", settings(Kind.LATEST), List.of(value("1500").actor("P1").version(2L)));
    counts("linear", settings(Kind.LINEAR).min(0L).max(10L), without(two));
    NamespaceSettings hours = sketch(State.SUM).windows(List.of(Granularity.HOUR));
    estimates("sketch", hours, List.of(value("2"), value("3.5")));
    items();
    quantiles();
    series();
    refused();
  }

  private static List<Event> without(List<Event> some) {
    return some.stream().map(event -> new Event().delta(event.getDelta())).toList();
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
