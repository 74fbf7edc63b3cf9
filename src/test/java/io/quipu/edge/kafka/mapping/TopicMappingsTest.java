package io.quipu.edge.kafka.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicMappingsTest {
  private static final String ORDER =
      "{\"amount\": 12, \"item\": {\"sku\": \"a/b\", \"tags\": [\"x\", 7]}, \"m~n/o\": \"odd\"}";

  private static final class Fields implements RecordFields {
    private final byte[] key;
    private final Map<String, byte[]> headers;
    private final byte[] value;
    private long timestamp = 1_767_225_600_123L;

    Fields(byte[] key, Map<String, byte[]> headers, byte[] value) {
      this.key = key;
      this.headers = headers;
      this.value = value;
    }

    static Fields of(String key, String value) {
      return new Fields(bytes(key), Map.of("region", bytes("eu")), bytes(value));
    }

    @Override
    public byte[] key() {
      return key;
    }

    @Override
    public byte[] header(String name) {
      return headers.get(name);
    }

    @Override
    public byte[] value() {
      return value;
    }

    @Override
    public long timestamp() {
      return timestamp;
    }
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<MappedEvent> mapped(String mapping, RecordFields fields) {
    return TopicMappings.of("orders=" + mapping).of("orders", fields);
  }

  @ParameterizedTest
  @CsvSource({
    "shop/orders-total, orders-total, 1, 1",
    "shop/{key}, k1, 1, 1",
    "shop/by {key} in {header:region}, by k1 in eu, 1, 1",
    "shop/{json:/item/sku}, a/b, 1, 1",
    "shop/{json:/item/tags/0}-{json:/item/tags/1}, x-7, 1, 1",
    "shop/{json:/m~0n~1o}, odd, 1, 1",
    "shop/revenue {delta:/amount}, revenue, 12, 1",
    "shop/{key}{delta:/amount}, k1, 12, 1",
    "shop/{key} {events:/amount}, k1, 12, 12",
    "shop/{key} {events:/item/tags/1} {delta:/amount}, k1, 12, 7",
    "shop/{key} {delta:/amount}{events:/item/tags/1}, k1, 12, 7",
    "shop/a/b=c, a/b=c, 1, 1",
  })
  void aRecordCountsForTheCounterThatItsFieldsName(
      String mapping, String counter, long delta, int events) {
    assertThat(mapped(mapping, Fields.of("k1", ORDER)))
        .containsExactly(
            new MappedEvent(
                new CounterName("shop", counter), new Event(delta, events, null), null, Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "shop/x {time}, 2026-01-01T00:00:00.123Z",
    "shop/x {delta:/n} {time}, 2026-01-01T00:00:00.123Z",
    "shop/x {time:/at}{delta:/n}, 2025-12-31T18:15:00Z",
    "shop/x {time:/ms}, 2026-01-01T00:00:01Z",
    "shop/x {time:/text}, 2026-01-01T00:00:02Z",
  })
  void anEventHappensAtTheTimeOfItsRecord_orAtOneInItsValue(String mapping, String time) {
    String value =
        "{\"n\": 1, \"at\": \"2026-01-01T00:00:00+05:45\", \"ms\": 1767225601000,"
            + " \"text\": \"1767225602000\"}";
    assertThat(mapped(mapping, Fields.of("k", value)).get(0).time())
        .isEqualTo(EventTime.of(Instant.parse(time)));
  }

  @Test
  void aRecordWithoutATimeIsRefused() {
    Fields without = Fields.of("k", ORDER);
    without.timestamp = -1;
    for (String mapping :
        List.of("shop/x {time}", "shop/x {time:/item/sku}", "shop/x {time:/no}")) {
      assertThatThrownBy(() -> mapped(mapping, without)).isInstanceOf(InvalidInput.class);
    }
    for (String number : List.of("\u0661\u0662\u0663", "\uFF11\uFF12", "-1", "1e3", "")) {
      Fields other = Fields.of("k", "{\"ms\": \"" + number + "\"}");
      assertThatThrownBy(() -> mapped("shop/x {time:/ms}", other)).isInstanceOf(InvalidInput.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "shop/x {label:country:/c}, CH, null",
    "shop/x {delta:/n} {label:plan:/a/0} {time} {label:country:/c}, CH, 7",
    "shop/x{label:country:/none}{label:plan:/none}, '', ''",
    "shop/x {label:country:/null} {label:plan:/a/9}, '', ''",
    "shop/x {label:country:/a:b}, odd, null",
  })
  void anEventHasTheLabelsThatAreInItsValue_orEmptyOnes(
      String mapping, String country, String plan) {
    String value = "{\"c\": \"CH\", \"n\": 5, \"a\": [7], \"null\": null, \"a:b\": \"odd\"}";
    Map<String, String> labels = new TreeMap<>(Map.of("country", country));
    if (!plan.equals("null")) {
      labels.put("plan", plan);
    }
    assertThat(mapped(mapping, Fields.of("k", value)).get(0).labels()).isEqualTo(labels);
  }

  @Test
  void aLabelThatIsNoText_orTooLong_isRefused() {
    for (String value :
        List.of(
            "{\"c\": true}",
            "{\"c\": [1]}",
            "{\"c\": {}}",
            "{\"c\": \"" + "x".repeat(513) + "\"}",
            "{\"c\": \"a\", \"c\": \"b\"}",
            "no json")) {
      assertThatThrownBy(() -> mapped("shop/x {label:country:/c}", Fields.of("k", value)))
          .as(value)
          .isInstanceOf(InvalidInput.class);
    }
    assertThatThrownBy(() -> mapped("shop/x {label:country:/c}", new Fields(null, Map.of(), null)))
        .hasMessage("the record has no value");
  }

  @Test
  void namespacesNeedTheLabelsOfAllTheirMappings() {
    assertThat(
            TopicMappings.of("a=shop/x {label:plan:/p};b=shop/y {label:country:/c};b=web/z")
                .namespaces())
        .isEqualTo(Map.of("shop", Set.of("country", "plan"), "web", Set.of()));
  }

  @Test
  void topicsAreSeparatedBySemicolons_andMayCountForSeveralCounters() {
    TopicMappings mappings =
        TopicMappings.of("orders = shop/all; clicks=web/{key} ;\norders=shop/by-{key};");
    assertThat(mappings.topics()).containsExactly("orders", "clicks");
    assertThat(mappings.namespaces()).containsOnlyKeys("shop", "web");
    assertThat(mappings.of("orders", Fields.of("k", null)))
        .extracting(event -> event.counter().name())
        .containsExactly("all", "by-k");
  }

  /** Their events would have one id, and the second would never be counted. */
  @Test
  void aRecordNeverCountsTwiceForOneCounter() {
    TopicMappings mappings = TopicMappings.of("orders=shop/all;orders=shop/{key}");
    assertThat(mappings.of("orders", Fields.of("k", null))).hasSize(2);
    assertThatThrownBy(() -> mappings.of("orders", Fields.of("all", null)))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("two mappings");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop/{header:none}",
        "shop/{json:/none}",
        "shop/{json:/item}",
        "shop/{json:/item/tags/2}",
        "shop/{json:/item/tags/-}",
        "shop/{json:/amount/deeper}",
        "shop/x{delta:/item/sku}",
        "shop/x{delta:/none}",
        "shop/x{events:/item/sku}",
        "shop/x{delta:/amount}{events:/none}"
      })
  void aRecordThatHasNotWhatIsAskedForIsRefused(String mapping) {
    assertThatThrownBy(() -> mapped(mapping, Fields.of("k", ORDER)))
        .isInstanceOf(InvalidInput.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"amount\": 0}",
        "{\"amount\": 1.5}",
        "{\"amount\": \"12\"}",
        "{\"amount\": 1000000000000001}",
        "{\"amount\": 1, \"amount\": 2}",
        "{\"amount\": 1",
        "{\"amount\": 1} x",
        "amount",
        ""
      })
  void aDeltaIsAnIntegerWithinItsBounds_ofWholeJson(String value) {
    assertThatThrownBy(() -> mapped("shop/x{delta:/amount}", Fields.of("k", value)))
        .isInstanceOf(InvalidInput.class);
  }

  @Test
  void whatIsNotThereOrNoTextIsRefused() {
    assertThatThrownBy(() -> mapped("shop/{key}", new Fields(null, Map.of(), null)))
        .hasMessage("the record has no key");
    assertThatThrownBy(() -> mapped("shop/{json:/a}", new Fields(null, Map.of(), null)))
        .hasMessage("the record has no value");
    byte[] latin1 = {(byte) 0xE9};
    assertThatThrownBy(() -> mapped("shop/{key}", new Fields(latin1, Map.of(), null)))
        .hasMessage("the key is not valid UTF-8");
    assertThatThrownBy(() -> mapped("shop/{key}", Fields.of("", null)))
        .isInstanceOf(InvalidInput.class);
    assertThatThrownBy(() -> mapped("shop/{key}", Fields.of("x".repeat(513), null)))
        .hasMessageContaining("513 bytes");
  }

  /** The edge knows complaints about input, and nothing else. */
  @Property
  void anyValueIsMappedOrRefused(@ForAll byte[] value) {
    for (String mapping :
        List.of("shop/{json:/a/0}", "shop/{key}", "shop/x{delta:/a}", "shop/x {label:b:/a}")) {
      try {
        assertThat(mapped(mapping, new Fields(value, Map.of(), value))).hasSize(1);
      } catch (InvalidInput refused) {
        assertThat(refused.detail()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ; ",
        "orders",
        "orders=shop",
        "orders=shop/",
        "=shop/x",
        "or ders=shop/x",
        "orders=Shop/x",
        "orders=shop/{key",
        "orders=shop/key}",
        "orders=shop/{{key}}",
        "orders=shop/{value}",
        "orders=shop/{header:}",
        "orders=shop/{json:a}",
        "orders=shop/{json:}",
        "orders=shop/{json:/a~2}",
        "orders=shop/x{delta:}",
        "orders=shop/{delta:/a}",
        "orders=shop/x{delta:/a}y",
        "orders=shop/x{label:/c}",
        "orders=shop/x{label:country}",
        "orders=shop/x{label:country:c}",
        "orders=shop/x{label::/c}",
        "orders=shop/x{label:a b:/c}",
        "orders=shop/{label:country:/c}",
        "orders=shop/x{label:c:/a}{label:c:/b}",
        "orders=shop/x;orders=shop/x"
      })
  void whatIsNoMappingIsRefused(String text) {
    assertThatThrownBy(() -> TopicMappings.of(text)).isInstanceOf(IllegalArgumentException.class);
  }

  /** An id has a partition and an offset behind the topic, and 256 bytes. */
  @Test
  void topicsAreShortEnoughForIds() {
    String longest = "t".repeat(225);
    assertThat(TopicMappings.of(longest + "=a/b").topics()).containsExactly(longest);
    assertThat((longest + "-" + Integer.MAX_VALUE + "-" + Long.MAX_VALUE).length())
        .isLessThanOrEqualTo(256);
    assertThatThrownBy(() -> TopicMappings.of(longest + "t=a/b")).hasMessageContaining("225");
  }
}
